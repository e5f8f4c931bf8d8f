/**
 * The agent as an extension of the Pi coding agent: `pi --mode rpc --extension bin/pi/extension.ts`.
 *
 * BARDO_AGENT_FILE names the agent's file; BARDO_RPC_URL, BARDO_SECOND_RPC_URL, BARDO_KEYSTORE_PASSWORD and
 * BARDO_CHECKPOINT_PASSWORD hold what may not stand in it.
 */
import { createRequire } from 'node:module'
import type { ExtensionFactory } from '@earendil-works/pi-coding-agent'

// Pi loads what an extension imports by a loader of its own, a copy for each extension and with packages of Pi's in
// the place of the lockfile's. Node loads the stack as it is.
const loadBardo = createRequire(import.meta.url)('./load-bardo.cjs') as () => Promise<{
  readonly bardo: ExtensionFactory
}>

const extension: ExtensionFactory = async (pi) => (await loadBardo()).bardo(pi)

export default extension
