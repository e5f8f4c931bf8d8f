import type {
  Address,
  ContractFunctionParameters,
  MulticallContracts,
  MulticallResults,
  PublicClient,
} from 'viem'
import { decodeFunctionResult } from '../../tools/core/decode-function-result.ts'
import { encodeFunctionData } from '../../tools/core/encode-function-data.ts'
import { HarnessError } from '../errors.ts'
import { type AggregatedAnswer, type AggregatedRead, prepareAggregate } from './aggregate.ts'

/** Reads in rounds: yields what to read together, is told what that answered, and returns what it made of it. */
export type ReadRounds<T> = Generator<readonly AggregatedRead[], T, readonly AggregatedAnswer[]>

/**
 * Read contracts in one round.
 *
 * @throws HarnessError BAD_ANSWER when one of them reverts or is not there
 * @example const [supply] = yield* readContracts([{ address, abi: erc20Abi, functionName: 'totalSupply' }])
 */
export function* readContracts<const contracts extends readonly unknown[]>(
  contracts: MulticallContracts<contracts>,
): ReadRounds<MulticallResults<contracts, false>> {
  const results = yield* tryContracts(contracts)
  for (const [index, read] of (contracts as readonly ContractFunctionParameters[]).entries()) {
    if ((results as readonly unknown[])[index] !== undefined) continue
    throw new HarnessError('OBSERVATION_FAILED', `${read.functionName} of ${read.address} cannot be read`, {
      expected: 'an answer of the contract',
      found: 'a revert, or no code',
      hint: "look at the contract's state with cast, or mend the observer's ABI",
    })
  }
  return results as MulticallResults<contracts, false>
}

/** Read contracts in one round; what reverts or is not there answers undefined. */
export function* tryContracts<const contracts extends readonly unknown[]>(
  contracts: MulticallContracts<contracts>,
): ReadRounds<Partial<MulticallResults<contracts, false>>> {
  const reads = contracts as readonly ContractFunctionParameters[]
  const answers = yield reads.map((read) => ({
    target: read.address,
    allowFailure: true,
    callData: encodeFunctionData(read),
  }))
  return reads.map((read, index) => {
    const { success = false, returnData = '0x' } = answers[index] ?? {}
    return success && returnData !== '0x' ? decodeFunctionResult({ ...read, data: returnData }) : undefined
  }) as unknown as Partial<MulticallResults<contracts, false>>
}

/** Let several read side by side: their rounds go together. */
export function* joinRounds<const All extends readonly ReadRounds<unknown>[]>(
  all: All,
): ReadRounds<{ [Index in keyof All]: All[Index] extends ReadRounds<infer T> ? T : never }> {
  let states = all.map((rounds) => rounds.next())
  while (states.some(({ done }) => !done)) {
    const asked = states.map(({ done, value }) => (done ? [] : (value as readonly AggregatedRead[])))
    const answers = yield asked.flat()
    let from = 0
    states = states.map((state, index) => {
      if (state.done) return state
      const own = answers.slice(from, from + (asked[index]?.length ?? 0))
      from += own.length
      return all[index]?.next(own) ?? state
    })
  }
  return states.map(({ value }) => value) as never
}

/** Reads round by round, one request each. */
export type RoundReader = <T>(rounds: ReadRounds<T>) => Promise<T>

/** Create a reader of rounds; a round that asks what it asked the last time is not encoded again. */
export function createRoundReader(client: Pick<PublicClient, 'call'>, multicall3: Address): RoundReader {
  const kept: { readonly reads: readonly AggregatedRead[]; readonly ask: Ask }[] = []
  const prepare = (reads: readonly AggregatedRead[], round: number): Ask => {
    const last = kept[round]
    if (last !== undefined && isSame(last.reads, reads)) return last.ask
    const ask = prepareAggregate(client, multicall3, reads)
    kept[round] = { reads, ask }
    return ask
  }
  return async (rounds) => {
    let state = rounds.next()
    for (let round = 0; !state.done; round += 1) state = rounds.next(await prepare(state.value, round)())
    return state.value
  }
}

type Ask = () => Promise<readonly AggregatedAnswer[]>

const isSame = (a: readonly AggregatedRead[], b: readonly AggregatedRead[]) =>
  a.length === b.length &&
  a.every(
    ({ target, allowFailure, callData }, index) =>
      target === b[index]?.target &&
      allowFailure === b[index]?.allowFailure &&
      callData === b[index]?.callData,
  )
