import type { Agent } from '../../tools/agent/agent.ts'
import type { PiCallOutcome } from '../../tools/agent/pi-tool.ts'

/** `direct`: the dispatcher makes the agent's calls; `pi`: a scripted model in sessions of the Pi coding agent. */
export const DRIVERS = ['direct', 'pi'] as const

/** Who makes the agent's calls. */
export type DriverName = (typeof DRIVERS)[number]

/** A call that the model is to make. */
export interface ModelCall {
  readonly name: string
  readonly args: unknown
}

/** Makes the agent's calls. */
export interface Driver extends Pick<Agent, 'call'> {
  /** Make several calls in one answer of the model. */
  answer(calls: readonly ModelCall[]): Promise<readonly PiCallOutcome[]>
  close(): Promise<void>
}

/** Make the calls by the dispatcher, those of one answer one after another. */
export const createDirectDriver = ({ call }: Pick<Agent, 'call'>): Driver => ({
  call,
  async answer(calls) {
    const outcomes: PiCallOutcome[] = []
    for (const { name, args } of calls) outcomes.push(await call(name, args))
    return outcomes
  },
  close: async () => undefined,
})
