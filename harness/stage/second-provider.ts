import { keccak256 } from 'viem'
import type { ChainReader, StateReading } from '../../tools/core/chain.ts'
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
  const behaving = () => behave(chain, mode)
  return {
    provider:
      initial === 'off'
        ? undefined
        : {
            ...chain,
            readState: (query) => behaving().readState(query),
            simulate: (...simulation) => behaving().simulate(...simulation),
          },
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

type State = Pick<ChainReader, 'readState' | 'simulate'>

function behave(chain: ChainReader, mode: SecondProviderMode): State {
  switch (mode) {
    case 'off':
    case 'agrees':
      return chain
    case 'down': {
      const fail = async () => {
        throw new Error('connection refused')
      }
      return { readState: fail, simulate: fail }
    }
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

const withState = (chain: ChainReader, change: (state: StateReading) => StateReading): State => ({
  readState: async (query) => change(await chain.readState(query)),
  async simulate(...simulation) {
    const { before, after, calls } = await chain.simulate(...simulation)
    return { calls, before: change(before), after: change(after) }
  },
})
