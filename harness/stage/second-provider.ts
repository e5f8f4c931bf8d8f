import type { ChainReader, StateReading } from '../../tools/core/chain.ts'
import { keccak256 } from '../../tools/core/keccak256.ts'
import type { SecondProvider } from '../../tools/safety/evidence/second-provider.ts'
import { HarnessError } from '../errors.ts'

/** How the second provider of a scenario behaves: what it lies about, or that it lags or does not answer. */
export const SECOND_PROVIDER_MODES = ['off', 'agrees', 'behind', 'down', 'balance', 'code', 'price'] as const

/** A behaviour of the second provider. */
export type SecondProviderMode = (typeof SECOND_PROVIDER_MODES)[number]

/** The second provider of a stage. */
export interface SecondProviderPort {
  /** What the stack asks; undefined when there is none. */
  readonly provider: SecondProvider | undefined
  /**
   * Let it behave otherwise.
   *
   * @throws HarnessError STEP_IMPOSSIBLE where the stack was assembled without one
   */
  setMode(mode: SecondProviderMode): void
}

/** Put a second provider beside the first, over a connection of its own; how it behaves may change. */
export function createSecondProvider(chain: ChainReader, initial: SecondProviderMode): SecondProviderPort {
  let mode = initial
  return {
    provider:
      initial === 'off'
        ? undefined
        : withMethods(
            chain,
            (name) =>
              (...given) =>
                methodOf(behave(chain, mode), name)(...given),
          ),
    setMode(next) {
      if (mode === 'off') {
        throw new HarnessError('STEP_IMPOSSIBLE', 'there is no second provider', {
          hint: 'start with secondProvider: agrees',
        })
      }
      mode = next
    },
  }
}

type Method = (...given: readonly unknown[]) => unknown

const methodOf = (chain: ChainReader, name: string) => Reflect.get(chain, name) as Method

/** A reader whose every method is another one. */
const withMethods = (chain: ChainReader, make: (name: string) => Method): ChainReader => ({
  ...chain,
  ...Object.fromEntries(
    Object.entries(chain).flatMap(([name, member]) =>
      typeof member === 'function' ? [[name, make(name)]] : [],
    ),
  ),
})

function behave(chain: ChainReader, mode: SecondProviderMode): ChainReader {
  switch (mode) {
    case 'off':
    case 'agrees':
      return chain
    case 'down':
      return withMethods(chain, () => async () => {
        throw new Error('connection refused')
      })
    case 'behind':
      return withState(chain, (state) => ({ ...state, blockNumber: state.blockNumber - 1n }))
    case 'balance':
      return withState(chain, (state) => ({
        ...state,
        balances: state.balances.map((balance) => (balance === undefined ? undefined : balance + 1n)),
      }))
    case 'code':
      return withState(chain, (state) => ({
        ...state,
        codeHashes: state.codeHashes.map(() => keccak256('0x00')),
      }))
    case 'price':
      return withState(chain, (state) => ({
        ...state,
        feeds: state.feeds.map((feed) => feed && { ...feed, answer: feed.answer + 1n }),
      }))
  }
}

const withState = (chain: ChainReader, change: (state: StateReading) => StateReading): ChainReader => ({
  ...chain,
  readState: async (query) => change(await chain.readState(query)),
  async simulate(...simulation) {
    const { before, after, calls } = await chain.simulate(...simulation)
    return { calls, before: change(before), after: change(after) }
  },
})
