import type { LocalPorts } from '../../tools/workspace/backends/local-backend.ts'
import { createLocalExec } from './local-exec.ts'
import { identifyLocalPath, openLocalTree, resolveLocalPath } from './local-tree.ts'
import { createRipgrep } from './ripgrep.ts'

/** This machine, as a local backend needs it. */
export const LOCAL_PORTS: LocalPorts = {
  openTree: openLocalTree,
  resolvePath: resolveLocalPath,
  identify: identifyLocalPath,
  createExec: createLocalExec,
  createSearch: createRipgrep,
}
