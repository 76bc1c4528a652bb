-- What a user does with an example. Each step waits for what it wants to see;
-- the first that does not come fails. The file RESULT says ok, or why not.

local function finish(text)
  vim.fn.writefile({ text }, vim.env.RESULT, "b")
  if text == "ok" then
    vim.cmd("qall!")
  else
    vim.cmd("cquit!")
  end
end

local function describe(what)
  return what .. "\n" .. vim.inspect({
    diagnostics = vim.diagnostic.get(0),
    lenses = vim.lsp.codelens.get(0),
    text = vim.api.nvim_buf_get_lines(0, 0, 12, false),
    messages = vim.fn.execute("messages"),
  })
end

local function await(what, cond)
  if not vim.wait(120000, cond, 20) then
    error(describe("did not come: " .. what), 0)
  end
end

local function diagnostic(pattern)
  for _, d in ipairs(vim.diagnostic.get(0)) do
    if d.source == "rtest" and d.message:find(pattern) then
      return d
    end
  end
end

local function lens(pattern)
  for _, l in ipairs(vim.lsp.codelens.get(0)) do
    if l.command and l.command.title:find(pattern) then
      return l
    end
  end
end

-- line is the number of the first line with a text, from 1.
local function line(text)
  for i, l in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    if l:find(text, 1, true) then
      return i
    end
  end
  error("no line with " .. text, 0)
end

-- act chooses the action with a title, which stands in the menu at a line.
local function act(text, title)
  vim.api.nvim_win_set_cursor(0, { line(text), 0 })
  local menu
  vim.ui.select = function(items, opts, choose)
    menu = {}
    for _, item in ipairs(items) do
      local name = opts.format_item and opts.format_item(item) or item
      table.insert(menu, name)
      if name:find(title, 1, true) then
        return choose(item, 1)
      end
    end
  end
  vim.lsp.buf.code_action()
  await("a menu of actions", function()
    return menu
  end)
  if not menu[#menu]:find(title, 1, true) then
    error("no action " .. title .. " in " .. vim.inspect(menu), 0)
  end
end

local function session()
  require("rtest").setup({ cmd = { vim.env.RTEST, "lsp" }, run = "onDemand" })
  vim.cmd("filetype on")
  vim.cmd("edit list.go")
  await("the client", function()
    return #vim.lsp.buf_get_clients(0) == 1
  end)
  await("a code lens", function()
    return lens("^▶ rtest$")
  end)

  -- A mistake, while it is typed, and its end.
  local at = line("permutation")
  local good = vim.api.nvim_buf_get_lines(0, at - 1, at, false)[1]
  local bad = good:gsub("permutation", "permutatoin")
  vim.api.nvim_buf_set_lines(0, at - 1, at, false, { bad })
  await("the mistake", function()
    local d = diagnostic("permutatoin")
    return d and d.lnum == at - 1 and d.severity == vim.diagnostic.severity.ERROR
  end)
  vim.api.nvim_buf_set_lines(0, at - 1, at, false, { good })
  await("its end", function()
    return #vim.diagnostic.get(0) == 0
  end)

  -- Nothing was run so far; now InsertOnce is, by its action.
  act("func InsertOnce", "rtest: run InsertOnce")
  await("the finding", function()
    local d = diagnostic("InsertOnce%(0, &List{}%)")
    return d and d.lnum == line("func InsertOnce") - 2
  end)
  vim.lsp.codelens.refresh()
  await("the verdict above", function()
    return lens("refuted · InsertOnce")
  end)

  -- What was saved becomes an ordinary Go test.
  act("func InsertOnce", "rtest: add the counterexample of InsertOnce as a test")
  await("the test", function()
    return vim.fn.filereadable("list_rtest_test.go") == 1
      and vim.fn.join(vim.fn.readfile("list_rtest_test.go"), "\n"):find("func TestInsertOnceCounterexample1", 1, true)
  end)
  vim.cmd("buffer list.go") -- A later Neovim shows the test.

  -- The lens runs too.
  vim.api.nvim_win_set_cursor(0, { line("func Insert(") - 2, 0 })
  vim.lsp.codelens.run()
  await("the verdict of Insert", function()
    vim.lsp.codelens.refresh()
    return lens("exhausted to depth 4")
  end)

  -- To skip adds a directive, which makes the finding stale.
  act("func InsertOnce", "rtest: skip InsertOnce")
  await("the directive", function()
    return vim.api.nvim_buf_get_lines(0, line("func InsertOnce") - 2, line("func InsertOnce") - 1, false)[1] == "//rtest:skip fails: InsertOnce(0, &List{})"
  end)
  await("the stale finding", function()
    return diagnostic("^stale")
  end)

  -- Hover and definition.
  local answer = vim.lsp.buf_request_sync(0, "textDocument/hover", {
    textDocument = { uri = vim.uri_from_bufnr(0) },
    position = { line = line("sig (x int, l Sorted)") - 1, character = 9 },
  }, 60000)
  if not vim.inspect(answer):find("isSorted") then
    error("the hover lacks isSorted: " .. vim.inspect(answer), 0)
  end
  vim.api.nvim_win_set_cursor(0, { line("sig (x int, l Sorted)"), 24 })
  vim.lsp.buf.definition()
  await("the alias", function()
    return vim.api.nvim_win_get_cursor(0)[1] == line("//rtest:type Sorted")
  end)
end

vim.schedule(function()
  local ok, err = pcall(session)
  finish(ok and "ok" or tostring(err))
end)
