import type { BardoHost } from '../../tools/agent/extensions/bardo-host.ts'
import type { Gate } from '../chain/gate.ts'

/** Holds everything that runs together while a session is between its model and a tool. */
export interface HoldBetween {
  /** The host whose tools are no part of what is in between. */
  readonly host: BardoHost
  /** Do what a session does for a call. */
  during<T>(call: () => Promise<T>): Promise<T>
}

/** A session takes turns of the event loop where the dispatcher takes none; the order of others must not depend on it. */
export function holdBetween(host: BardoHost, gate: Gate): HoldBetween {
  let calls = 0
  let executing = 0
  let release: (() => void) | undefined
  const update = () => {
    if (calls > 0 && executing === 0) release ??= gate.hold()
    else {
      release?.()
      release = undefined
    }
  }
  const piTools = host.agent.piTools.map((tool) => ({
    ...tool,
    async execute(...args: Parameters<typeof tool.execute>) {
      executing += 1
      update()
      try {
        return await tool.execute(...args)
      } finally {
        executing -= 1
        update()
      }
    },
  }))
  return {
    host: { ...host, agent: { ...host.agent, piTools } },
    async during(call) {
      calls += 1
      update()
      try {
        return await call()
      } finally {
        calls -= 1
        update()
      }
    },
  }
}
