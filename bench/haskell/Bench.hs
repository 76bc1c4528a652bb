{-# LANGUAGE FlexibleInstances, MultiParamTypeClasses #-}

-- | The programs of this module for the libraries of Haskell: how many inputs
-- that satisfy the precondition each finds up to a depth. Numbers at depth d
-- are -d..d everywhere.
module Main (main) where

import Control.Monad (replicateM)
import Data.IORef
import qualified Data.Set as Set
import GHC.Clock (getMonotonicTimeNSec)
import System.Environment (getArgs)
import System.IO (hPutStrLn, stderr)
import System.IO.Unsafe (unsafePerformIO)
import System.Timeout (timeout)
import qualified Test.LazySmallCheck as L
import qualified Test.QuickCheck as Q
import qualified Test.SmallCheck as S
import qualified Test.SmallCheck.Series as S

-- Ascending lists.

data List = Nil | Cons Int List deriving (Eq, Ord, Show)

ascending :: List -> Bool
ascending (Cons x l@(Cons y _)) = x < y && ascending l
ascending _ = True

hasL :: Int -> List -> Bool
hasL _ Nil = False
hasL x (Cons y l) = x == y || hasL x l

insertL :: Int -> List -> List
insertL x Nil = Cons x Nil
insertL x l@(Cons y t)
  | x < y = Cons x l
  | x == y = l
  | otherwise = Cons y (insertL x t)

-- Red-black trees.

data Color = Red | Black deriving (Eq, Ord, Show)

data Tree = E | T Color Tree Int Tree deriving (Eq, Ord, Show)

ordered :: Maybe Int -> Maybe Int -> Tree -> Bool
ordered _ _ E = True
ordered lo hi (T _ l k r) =
  maybe True (< k) lo && maybe True (> k) hi && ordered lo (Just k) l && ordered (Just k) hi r

blackHeight :: Tree -> Int
blackHeight E = 0
blackHeight (T c l _ r)
  | a < 0 || a /= b = -1
  | c == Black = a + 1
  | otherwise = a
  where
    a = blackHeight l
    b = blackHeight r

colorOf :: Tree -> Color
colorOf E = Black
colorOf (T c _ _ _) = c

noRedRed :: Tree -> Bool
noRedRed E = True
noRedRed (T c l _ r) =
  not (c == Red && (colorOf l == Red || colorOf r == Red)) && noRedRed l && noRedRed r

isRB :: Tree -> Bool
isRB t = ordered Nothing Nothing t && blackHeight t >= 0 && noRedRed t

hasT :: Int -> Tree -> Bool
hasT _ E = False
hasT x (T _ l k r)
  | x < k = hasT x l
  | x > k = hasT x r
  | otherwise = True

insertT :: Int -> Tree -> Tree
insertT x t = blacken (go t)
  where
    blacken E = E
    blacken (T _ l k r) = T Black l k r
    go E = T Red E x E
    go s@(T c l k r)
      | x < k = balance c (go l) k r
      | x > k = balance c l k (go r)
      | otherwise = s

balance :: Color -> Tree -> Int -> Tree -> Tree
balance Black (T Red (T Red a x b) y c) z d = T Red (T Black a x b) y (T Black c z d)
balance Black (T Red a x (T Red b y c)) z d = T Red (T Black a x b) y (T Black c z d)
balance Black a x (T Red (T Red b y c) z d) = T Red (T Black a x b) y (T Black c z d)
balance Black a x (T Red b y (T Red c z d)) = T Red (T Black a x b) y (T Black c z d)
balance c l k r = T c l k r

-- Weighted lists.

data Mark = Mark Int Int deriving (Eq, Ord, Show)

weighted :: [Mark] -> Bool
weighted = all (\(Mark w s) -> w > 0 && s >= 0)

average :: [Mark] -> Int
average ms
  | weights == 0 = 0
  | otherwise = sum [w * s | Mark w s <- ms] `div` weights
  where
    weights = sum [w | Mark w _ <- ms]

-- What a library gives, counted.

counter :: IORef Int
counter = unsafePerformIO (newIORef 0)
{-# NOINLINE counter #-}

-- | The postcondition, counted when it is known.
judged :: Bool -> Bool
judged ok = ok `seq` unsafePerformIO (modifyIORef' counter (+ 1) >> return ok)
{-# NOINLINE judged #-}

listOK :: Int -> List -> Bool
listOK x l = ascending r && hasL x r where r = insertL x l

treeOK :: Tree -> Int -> Bool
treeOK t x = isRB r && hasT x r where r = insertT x t

marksOK :: [Mark] -> Bool
marksOK ms = a >= 0 && a <= maximum (0 : [s | Mark _ s <- ms]) where a = average ms

-- | The greatest number of the inputs, which is their depth.
most :: IORef Int
most = unsafePerformIO (newIORef 0)
{-# NOINLINE most #-}

ints :: Int -> [Int]
ints d = [-d .. d]

-- SmallCheck: its series, with all numbers at each depth. A constructor without
-- fields has depth 1 there.

newtype N = N Int deriving (Eq, Ord, Show)

unN :: N -> Int
unN (N x) = x

numbers :: () -> [N]
numbers () = map N (ints (unsafePerformIO (readIORef most)))
{-# NOINLINE numbers #-}

instance Monad m => S.Serial m N where
  series = S.generate (const (numbers ()))

instance Monad m => S.Serial m List where
  series = S.cons0 Nil S.\/ S.cons2 (Cons . unN)

instance Monad m => S.Serial m Color where
  series = S.generate (const [Red, Black])

instance Monad m => S.Serial m Tree where
  series = S.cons0 E S.\/ S.cons4 (\c l k r -> T c l (unN k) r)

instance Monad m => S.Serial m Mark where
  series = do
    N w <- S.series
    N v <- S.series
    return (Mark w v)

smallCheck :: String -> Int -> IO ()
smallCheck p d = case p of
  "list.Insert" -> S.smallCheck (d + 1) (\(N x) l -> ascending l S.==> judged (listOK x l))
  "redblack.Insert" -> S.smallCheck (d + 1) (\t (N x) -> isRB t S.==> judged (treeOK t x))
  "marks.Average" -> S.smallCheck (d + 1) (\ms -> weighted ms S.==> judged (marksOK ms))
  _ -> return ()

-- LazySmallCheck: the same.

one :: [a] -> L.Series a
one = foldr1 (L.\/) . map L.cons0

instance L.Serial N where series = one (numbers ())

instance L.Serial List where
  series = L.cons0 Nil L.\/ L.cons2 (Cons . unN)

instance L.Serial Color where series = one [Red, Black]

instance L.Serial Tree where
  series = L.cons0 E L.\/ L.cons4 (\c l k r -> T c l (unN k) r)

instance L.Serial Mark where
  series d = L.cons2 (\(N w) (N v) -> Mark w v) (d + 1)

lazyCheck :: String -> Int -> IO ()
lazyCheck p d = case p of
  "list.Insert" -> L.depthCheck d (\(N x) l -> ascending l L.==> judged (listOK x l))
  "redblack.Insert" -> L.depthCheck d (\t (N x) -> isRB t L.==> judged (treeOK t x))
  "marks.Average" -> L.depthCheck d (\ms -> weighted ms L.==> judged (marksOK ms))
  _ -> return ()

-- QuickCheck: generators that make only what is valid; different inputs count.

number :: Int -> Q.Gen Int
number d = Q.choose (-d, d)

genList :: Int -> Q.Gen List
genList d = do
  n <- Q.choose (0, d)
  xs <- Q.shuffle (ints d)
  return (foldr Cons Nil (Set.toAscList (Set.fromList (take n xs))))

genTree :: Int -> Q.Gen Tree
genTree d = Q.choose (0, greatest 0) >>= \b -> tree d b (-d) d True
  where
    greatest b = if d > b && 2 * d + 1 >= least (b + 1) then greatest (b + 1) else b :: Int
    least b = 2 ^ b - 1 :: Int
    tree high b lo hi redOK = do
      coin <- Q.arbitrary
      let canRed = redOK && high > b && hi - lo >= 2 * least b
      if b == 0 && (not canRed || coin)
        then return E
        else do
          let isRed = b == 0 || canRed && coin
              b' = if isRed then b else b - 1
          k <- Q.choose (lo + least b', hi - least b')
          l <- tree (high - 1) b' lo (k - 1) (not isRed)
          r <- tree (high - 1) b' (k + 1) hi (not isRed)
          return (T (if isRed then Red else Black) l k r)

genMarks :: Int -> Q.Gen [Mark]
genMarks d = do
  n <- Q.choose (0, d)
  replicateM n (Mark <$> Q.choose (1, d) <*> Q.choose (0, d))

quickCheck :: String -> Int -> IO ()
quickCheck p d = case p of
  "list.Insert" -> go ((,) <$> number d <*> genList d) (\(x, l) -> ascending l) (uncurry listOK)
  "redblack.Insert" -> go ((,) <$> genTree d <*> number d) (isRB . fst) (uncurry treeOK)
  "marks.Average" -> go (genMarks d) weighted marksOK
  _ -> return ()
  where
    go :: (Ord a, Show a) => Q.Gen a -> (a -> Bool) -> (a -> Bool) -> IO ()
    go gen pre ok = do
      seen <- newIORef Set.empty
      let prop x = pre x Q.==> Q.ioProperty (do
            modifyIORef' seen (Set.insert x)
            s <- readIORef seen
            writeIORef counter $! Set.size s
            return (ok x))
      Q.quickCheckWith Q.stdArgs {Q.maxSuccess = 1000000000, Q.chatty = False} (Q.forAll gen prop)

-- | Bench library program depth seconds: prints how many inputs there were,
-- whether these are all, and how many microseconds it took.
main :: IO ()
main = do
  [library, p, depth, seconds] <- getArgs
  let d = read depth
  writeIORef most d
  start <- getMonotonicTimeNSec
  out <- timeout (read seconds * 1000000) $ case library of
    "SmallCheck" -> smallCheck p d
    "LazySmallCheck" -> lazyCheck p d
    _ -> quickCheck p d
  end <- getMonotonicTimeNSec
  n <- readIORef counter
  hPutStrLn stderr (unwords [show n, if out == Nothing then "some" else "all", show ((end - start) `div` 1000)])
