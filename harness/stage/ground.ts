import type { PublicClient } from 'viem'
import { NATIVE_TOKEN } from '../../tools/core/address-book.ts'
import { createGate, type Gate } from '../chain/gate.ts'
import { createReadClient } from '../chain/viem-client.ts'
import { HarnessError } from '../errors.ts'
import { createObserver, type Observer } from '../oracle/observer.ts'
import { createOracle, type Oracle } from '../oracle/oracle.ts'
import { createHarnessClock, type HarnessClock, type SetTimer } from './clock.ts'
import { createHeldTimers, type HeldTimers } from './held-timers.ts'
import { createMiner, type Miner } from './miner.ts'
import { createSender, type Sender } from './sender.ts'
import type { StageChain, StageOptions } from './stage-options.ts'
import { createStruckFaults, type StruckFaults } from './struck-faults.ts'

/** What every port of a stage stands on. */
export interface Ground {
  readonly chain: StageChain
  readonly options: StageOptions
  readonly timers: HeldTimers
  /** Rejects once an answer is waited for that will not come and that no timer bounds. */
  readonly stuck: Promise<never>
  readonly clock: HarnessClock
  /** Lets what runs together go on in an order. */
  readonly gate: Gate
  /** The oracle's client, which shows what is so. */
  readonly client: PublicClient
  readonly oracle: Oracle
  readonly observer: Observer
  readonly miner: Miner
  readonly sender: Sender
  readonly struck: StruckFaults
}

/** Lay the ground of a stage. */
export function createGround(chain: StageChain, options: StageOptions, setTimer: SetTimer): Ground {
  const { fork, book } = chain
  const { cage } = options
  const { timers, stuck } = createTimers(setTimer)
  const clock = createHarnessClock(Number(fork.headTimestampSeconds()) * 1_000, timers.setTimer)
  const client = createReadClient(chain.oracleRpc, book.chainId)
  const tokens = [...book.tokens.map((token) => token.address), NATIVE_TOKEN]
  const oracle = createOracle({ client, book, watch: tokens.map((token) => ({ token, account: cage })) })
  const observer = createObserver({
    oracle,
    book,
    cage,
    firstBlock: fork.forkBlockNumber,
    headSeconds: fork.headTimestampSeconds,
  })
  const miner = createMiner(fork, clock, options.baseFeeWei)
  return {
    chain,
    options,
    timers,
    stuck,
    clock,
    gate: createGate(timers.awaitAnswer),
    client,
    oracle,
    observer,
    miner,
    sender: createSender({ fork, book, miner, observer }),
    struck: createStruckFaults(),
  }
}

function createTimers(setTimer: SetTimer): Pick<Ground, 'timers' | 'stuck'> {
  const stuck = Promise.withResolvers<never>()
  // A run listens to it, but not before it has its stage.
  stuck.promise.catch(() => undefined)
  const timers = createHeldTimers(setTimer, (methods) =>
    stuck.reject(
      new HarnessError(
        'ANSWER_UNBOUNDED',
        `waits for an answer that no timer bounds: ${[...new Set(methods)].join(', ')}`,
        { hint: 'bound this wait in the stack: a node that hangs must not hang the agent' },
      ),
    ),
  )
  return { timers, stuck: stuck.promise }
}
