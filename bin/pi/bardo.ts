import type { ExtensionContext, ExtensionFactory } from '@earendil-works/pi-coding-agent'
import { composeExtensions } from '../../tools/agent/extensions/compose-extensions.ts'
import { playInSessions } from '../../tools/runtime/play-in-session.ts'
import { startRuntime } from '../../tools/runtime/start-runtime.ts'
import { createProcessClock, openAgentPorts } from './agent-ports.ts'
import { readInput } from './read-input.ts'
import { readSessionModel } from './session-model.ts'
import { type Settings, takeSettings } from './settings.ts'

/** Taken once: a session that is opened again finds them here and nowhere else. */
let settings: Settings | undefined

/** Start the agent and give Pi its extensions; what is missing or wrong keeps Pi from starting. */
export const bardo: ExtensionFactory = async (pi) => {
  const clock = createProcessClock()
  settings ??= takeSettings(process.env)
  let current: ExtensionContext | undefined
  const runtime = startRuntime({
    ...(await openAgentPorts(readInput(settings), clock)),
    playSession: playInSessions(() => readSessionModel(current)),
  })
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
  pi.on('before_agent_start', (_, context) => {
    current = context
    clock.nextTick()
  })
  for (const { factory } of composeExtensions(runtime.host)) await factory(pi)
  pi.on('agent_end', () => runtime.endTick())
  pi.on('session_shutdown', () => runtime.close())
}
