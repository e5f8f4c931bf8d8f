import { ToolError } from '../../tools/core/errors.ts'
import type { SafetyPolicy } from '../../tools/safety/policy/policy.ts'
import type { Observation, Observer } from '../oracle/observer.ts'
import { createSession, type Session, type SessionOptions } from './session.ts'

/** Agents of one account. */
export const AGENT_NAMES = ['first', 'second'] as const

/** One of the agents of an account. */
export type AgentName = (typeof AGENT_NAMES)[number]

/** The agents of an account, each a process with a store. */
export interface Processes {
  /** The one that acts. */
  readonly session: Session
  /**
   * Restart it, with another policy where one is given; where the store is refused, nothing but its files can be
   * changed before another restart.
   */
  restart(policy?: SafetyPolicy): Promise<Observation>
  /** Let one of two agents act from now on; the second comes up with its first turn. */
  useAgent(name: AgentName, sharesStore: boolean): Promise<Observation>
  readonly hasSeveral: boolean
  /** Whether it did not come up again. */
  readonly isDown: boolean
  /** Let what stands beside the process come up again with it; it is done with every restart. */
  followRestarts(follow: () => Promise<void>): void
  /** Start the process anew beside the one that restarted. */
  reopen(): Promise<void>
  /** End the running tick of every agent that is up. */
  endTick(): void
  close(): Promise<void>
}

/** Start the process of the first agent; `meanwhile` is done while a process that restarts is down. */
export function createProcesses(
  options: SessionOptions,
  observer: Observer,
  meanwhile: () => void,
): Processes {
  let session = createSession(options)
  let actingAgent: AgentName = 'first'
  const agents = new Map<AgentName, Session>([[actingAgent, session]])
  let isDown = false
  const followers: (() => Promise<void>)[] = []
  const listUp = () => [...agents].flatMap(([name, open]) => (isDown && name === actingAgent ? [] : [open]))
  return {
    get session() {
      return session
    },
    get hasSeveral() {
      return agents.size > 1
    },
    get isDown() {
      return isDown
    },
    restart: (policy) =>
      observer.observe(async () => {
        try {
          await session.driver.close()
          session = session.restart(meanwhile, policy)
          agents.set(actingAgent, session)
          isDown = false
          for (const follow of followers) await follow()
          return {}
        } catch (cause) {
          const error = toStoreError(cause)
          isDown = true
          return { error }
        }
      }),
    useAgent: (name, sharesStore) =>
      observer.observe(async () => {
        let next = agents.get(name)
        if (next === undefined) {
          const { checkpointSink: _, ...own } = options
          const storePath = sharesStore ? options.storePath : ':memory:'
          try {
            next = createSession({ ...own, storePath, seed: `${options.seed} ${name}` })
          } catch (cause) {
            return { error: toStoreError(cause) }
          }
          agents.set(name, next)
        }
        session = next
        actingAgent = name
        return {}
      }),
    followRestarts: (follow) => void followers.push(follow),
    async reopen() {
      await session.driver.close()
      session = createSession(options)
      agents.set(actingAgent, session)
    },
    endTick() {
      for (const open of listUp()) open.endTick()
    },
    async close() {
      for (const open of listUp()) await open.close()
    },
  }
}

/** The error of a store that is refused; where its file lies is different in every run. */
function toStoreError(cause: unknown): ToolError {
  if (!(cause instanceof ToolError) || !cause.code.startsWith('STORE_')) throw cause
  return new ToolError(cause.code, { ...cause.args, path: 'of the agent' } as never)
}
