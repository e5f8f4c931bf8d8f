import type { ExtensionFactory } from '@earendil-works/pi-coding-agent'
import { composeExtensions } from '../../tools/agent/extensions/compose-extensions.ts'
import { startRuntime } from '../../tools/runtime/start-runtime.ts'
import { readAgentFile } from './agent-file.ts'
import { type AgentSecrets, createProcessClock, openAgentPorts } from './agent-ports.ts'

/** The environment as it was found: no other extension, and no child process, finds its secrets there again. */
const taken: Record<string, string | undefined> = {}
const take = (name: string): string | undefined => {
  taken[name] ??= process.env[name]
  delete process.env[name]
  return taken[name]
}
const need = (name: string): string => {
  const value = take(name)
  if (value === undefined || value === '') throw new Error(`${name} is not set`)
  return value
}

function takeSecrets(): AgentSecrets {
  const secondRpcUrl = take('BARDO_SECOND_RPC_URL')
  const keystorePassword = take('BARDO_KEYSTORE_PASSWORD')
  return {
    rpcUrl: need('BARDO_RPC_URL'),
    checkpointPassword: need('BARDO_CHECKPOINT_PASSWORD'),
    ...(secondRpcUrl === undefined ? {} : { secondRpcUrl }),
    ...(keystorePassword === undefined ? {} : { keystorePassword }),
  }
}

/** Start the agent and give Pi its extensions; what is missing or wrong keeps Pi from starting. */
export const bardo: ExtensionFactory = async (pi) => {
  const clock = createProcessClock()
  const file = readAgentFile(need('BARDO_AGENT_FILE'))
  const runtime = startRuntime(await openAgentPorts(file, takeSecrets(), clock))
  // What an earlier process left open is brought to its end before a model can begin anything.
  const disconnect = runtime.host.connectWallet()
  try {
    await runtime.agent.safety.recover()
  } catch (cause) {
    await runtime.close()
    throw cause
  } finally {
    disconnect()
  }
  // A prompt is a tick.
  pi.on('before_agent_start', () => clock.nextTick())
  for (const { factory } of composeExtensions(runtime.host)) await factory(pi)
  pi.on('session_shutdown', () => runtime.close())
}
