import { type Address, erc20Abi, type PublicClient, parseAbi } from 'viem'
import { type AddressBook, NATIVE_TOKEN } from '../../tools/core/address-book.ts'
import { encodeFunctionData } from '../../tools/core/encode-function-data.ts'
import type { Position } from '../../tools/core/position.ts'
import { type AggregatedAnswer, prepareAggregate, toWord } from '../chain/aggregate.ts'
import { createRoundReader, joinRounds, type ReadRounds, readContracts } from '../chain/read-rounds.ts'
import { HarnessError } from '../errors.ts'
import { TESTBEDS } from '../protocols/generated/testbeds.ts'

const multicall3Abi = parseAbi([
  'function getEthBalance(address addr) view returns (uint256 balance)',
  'function getBlockNumber() view returns (uint256 blockNumber)',
])

/** Something that the oracle watches; `token` is `NATIVE_TOKEN` for the native coin. */
export interface WatchedBalance {
  readonly token: Address
  readonly account: Address
}

/** Balances as the chain has them at one block; in the order of the watch list. */
export interface BalanceSheet {
  readonly blockNumber: bigint
  readonly balances: readonly bigint[]
}

/** Balances, and the positions of an account. */
export interface Holdings extends BalanceSheet {
  readonly positions: readonly Position[]
}

/** What a spender may take of a token. */
export interface WatchedAllowance {
  readonly token: Address
  readonly owner: Address
  readonly spender: Address
}

/** Reads the truth from the chain, with a client that the stack under test does not have. */
export interface Oracle {
  readonly watch: readonly WatchedBalance[]
  /** Read all watched balances in one request. */
  readBalances(): Promise<BalanceSheet>
  /** Read any balances in one request. */
  readBalancesOf(watch: readonly WatchedBalance[]): Promise<readonly bigint[]>
  /** Read allowances in one request. @throws HarnessError OBSERVATION_FAILED when a token does not answer */
  readAllowances(watch: readonly WatchedAllowance[]): Promise<readonly bigint[]>
  /** Read all watched balances together with the positions that an account holds, and with any allowances. */
  readHoldings(
    account: Address,
    watch?: readonly WatchedAllowance[],
  ): Promise<{ readonly holdings: Holdings; readonly allowances: readonly bigint[] }>
  /** Read the positions that an account holds in every protocol. */
  readPositions(account: Address): Promise<readonly Position[]>
}

/** Create the oracle over a client of its own; it never looks at events. */
export function createOracle(deps: {
  readonly client: PublicClient
  readonly book: AddressBook
  readonly watch: readonly WatchedBalance[]
}): Oracle {
  const { client, book, watch } = deps
  const multicall3 = book.multicall
  if (multicall3 === undefined) {
    throw new HarnessError('DEPLOY_FAILED', 'the oracle needs Multicall3', {
      expected: 'a multicall contract in the address book',
      found: `none for chain ${book.chainId}`,
      hint: 'add its address to the address book of this chain',
    })
  }
  const encodeBalance = ({ token, account }: WatchedBalance) =>
    token === NATIVE_TOKEN
      ? {
          target: multicall3,
          allowFailure: false,
          callData: encodeFunctionData({
            abi: multicall3Abi,
            functionName: 'getEthBalance',
            args: [account],
          }),
        }
      : {
          target: token,
          allowFailure: true,
          callData: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] }),
        }
  const blockCall = {
    target: multicall3,
    allowFailure: false,
    callData: encodeFunctionData({ abi: multicall3Abi, functionName: 'getBlockNumber' }),
  }
  const toAmount = (answer: AggregatedAnswer | undefined) => toWord(answer) ?? 0n

  const watched = [blockCall, ...watch.map(encodeBalance)]
  const readWatched = prepareAggregate(client, multicall3, watched)
  const toSheet = ([block, ...results]: readonly AggregatedAnswer[]): BalanceSheet => ({
    blockNumber: toAmount(block),
    balances: results.map(toAmount),
  })
  const openWatched = function* (): ReadRounds<BalanceSheet> {
    return toSheet(yield watched)
  }
  const openPositions = (account: Address) =>
    joinRounds(Object.values(TESTBEDS).flatMap(({ observe }) => observe?.({ book, account }) ?? []))
  const openAllowances = function* (list: readonly WatchedAllowance[]): ReadRounds<readonly bigint[]> {
    if (list.length === 0) return []
    return yield* readContracts(
      list.map(
        ({ token, owner, spender }) =>
          ({ address: token, abi: erc20Abi, functionName: 'allowance', args: [owner, spender] }) as const,
      ),
    )
  }
  const readRounds = createRoundReader(client, multicall3)
  return {
    watch,
    readBalances: async () => toSheet(await readWatched()),
    async readHoldings(account, list = []) {
      const [sheet, positions, allowances] = await readRounds(
        joinRounds([openWatched(), openPositions(account), openAllowances(list)]),
      )
      return { holdings: { ...sheet, positions: positions.flat() }, allowances }
    },
    async readBalancesOf(list) {
      return (await prepareAggregate(client, multicall3, list.map(encodeBalance))()).map(toAmount)
    },
    readAllowances: (list) => readRounds(openAllowances(list)),
    readPositions: async (account) => (await readRounds(openPositions(account))).flat(),
  }
}
