-- Starts rtest's language server for Go files. Put this folder on the
-- runtimepath and call require("rtest").setup() in init.lua; it works with
-- Neovim 0.7 and later.

local M = {}

-- The defaults of setup's argument:
--   cmd      the server
--   run      when code is run: "onDemand" for when you ask for it, "onSave" for
--            after saving too, "never"
--   codelens whether the verdicts are shown above the contracts
--   capabilities, on_attach  as for every client, nil for the usual ones
local defaults = {
  cmd = { "rtest", "lsp" },
  run = "never",
  codelens = true,
}

local options = defaults
local clients = {} -- By the folder of the module, where vim.lsp.start is missing.

local function root(file)
  for _, marker in ipairs({ "go.work", "go.mod", ".git" }) do
    local dir = file
    repeat
      local up = vim.fn.fnamemodify(dir, ":h")
      if up == dir then
        break
      end
      dir = up
      if vim.loop.fs_stat(dir .. "/" .. marker) then
        return dir
      end
    until false
  end
  return vim.fn.fnamemodify(file, ":h")
end

local function attached(client, bufnr)
  if options.codelens then
    local group = vim.api.nvim_create_augroup("rtest" .. bufnr, { clear = true })
    vim.api.nvim_create_autocmd({ "BufEnter", "InsertLeave", "BufWritePost", "TextChanged" }, {
      group = group,
      buffer = bufnr,
      callback = vim.lsp.codelens.refresh,
    })
    vim.lsp.codelens.refresh()
  end
  if options.on_attach then
    options.on_attach(client, bufnr)
  end
end

-- refresh is asked for by the server when verdicts have changed; Neovim knows
-- the request only since 0.8.
local function refresh(_, _, ctx)
  for bufnr, _ in pairs(vim.lsp.get_buffers_by_client_id(ctx.client_id)) do
    vim.api.nvim_buf_call(bufnr, vim.lsp.codelens.refresh)
  end
  return vim.NIL
end

local function config(dir)
  local capabilities = options.capabilities or vim.lsp.protocol.make_client_capabilities()
  capabilities.workspace = capabilities.workspace or {}
  capabilities.workspace.codeLens = { refreshSupport = true }
  return {
    name = "rtest",
    cmd = options.cmd,
    cmd_cwd = dir,
    root_dir = dir,
    init_options = { run = options.run },
    settings = { rtest = { run = options.run } },
    capabilities = capabilities,
    handlers = { ["workspace/codeLens/refresh"] = refresh },
    on_attach = attached,
  }
end

-- start attaches the server to a buffer of a Go file.
function M.start(bufnr)
  local file = vim.api.nvim_buf_get_name(bufnr)
  if file == "" or vim.bo[bufnr].buftype ~= "" then
    return
  end
  local dir = root(file)
  if vim.lsp.start then
    vim.lsp.start(config(dir), { bufnr = bufnr })
    return
  end
  local id = clients[dir]
  if not id or not vim.lsp.get_client_by_id(id) then
    id = vim.lsp.start_client(config(dir))
    clients[dir] = id
  end
  if id then
    vim.lsp.buf_attach_client(bufnr, id)
  end
end

-- run tests the contracts of the buffer's package.
function M.run()
  vim.lsp.buf_request(0, "workspace/executeCommand", {
    command = "rtest.run",
    arguments = { { uri = vim.uri_from_bufnr(0) } },
  }, function(err)
    if err then
      vim.notify(err.message, vim.log.levels.ERROR)
    end
  end)
end

function M.setup(given)
  options = vim.tbl_extend("force", defaults, given or {})
  vim.api.nvim_create_user_command("Rtest", M.run, { desc = "Test the contracts of this package" })
  vim.api.nvim_create_autocmd("FileType", {
    group = vim.api.nvim_create_augroup("rtest", { clear = true }),
    pattern = "go",
    callback = function(event)
      M.start(event.buf)
    end,
  })
end

return M
