import {
  type Address,
  erc20Abi,
  formatTransactionReceipt,
  getAbiItem,
  type Hex,
  type Log,
  numberToHex,
  type PublicClient,
  pad,
  parseAbi,
  type RpcLog,
  type RpcTransactionReceipt,
  type TransactionReceipt,
  toEventSelector,
} from 'viem'
import { type AddressBook, NATIVE_TOKEN } from '../../tools/core/address-book.ts'
import { encodeFunctionData } from '../../tools/core/encode-function-data.ts'
import { parseEventLogs } from '../../tools/core/event-logs.ts'
import { isAddressEqual } from '../../tools/core/is-address-equal.ts'
import type { AssetDelta } from '../../tools/core/outcome.ts'
import type { Position } from '../../tools/core/position.ts'
import { type AggregatedAnswer, prepareAggregate, toWord } from '../chain/aggregate.ts'
import { findReceipt } from '../chain/find-receipt.ts'
import {
  createRoundReader,
  joinRounds,
  type ReadRounds,
  readContracts,
  tryContracts,
} from '../chain/read-rounds.ts'
import { HarnessError } from '../errors.ts'
import { TESTBEDS } from '../protocols/generated/testbeds.ts'
import { isSameAllowance } from './judge-allowances.ts'
import { type MovedByOthers, readMoved, readMovedByOthers } from './moved-by-others.ts'

const APPROVAL_TOPIC = toEventSelector(getAbiItem({ abi: erc20Abi, name: 'Approval' }))

const toAllowanceRead = ({ token, owner, spender }: WatchedAllowance) =>
  ({ address: token, abi: erc20Abi, functionName: 'allowance', args: [owner, spender] }) as const

const multicall3Abi = parseAbi([
  'function getEthBalance(address addr) view returns (uint256 balance)',
  'function getBlockNumber() view returns (uint256 blockNumber)',
])

/** Something that the oracle watches; `token` is `NATIVE_TOKEN` for the native coin. */
export interface WatchedBalance {
  readonly token: Address
  readonly account: Address
}

/** Balances as the chain has them at one block; in the order of the watch list, undefined where a token gives no answer. */
export interface BalanceSheet {
  readonly blockNumber: bigint
  readonly balances: readonly (bigint | undefined)[]
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
  /** Read any balances in one request; undefined for a token that gives no answer. */
  readBalancesOf(watch: readonly WatchedBalance[]): Promise<readonly (bigint | undefined)[]>
  /**
   * Read what transactions behind a block changed of an account's watched balances, and of its positions where these are
   * asked for, of those that are chosen.
   */
  readMovedByOthers(
    account: Address,
    asked: {
      readonly behindBlock: bigint
      readonly isOthers: (hash: Hex) => boolean
      readonly hasPositions: boolean
    },
  ): Promise<MovedByOthers>
  /** Read what a transaction changed of any balances, at its place in its block; those that can be told. */
  readMovedBy(
    receipt: Pick<TransactionReceipt, 'blockNumber' | 'transactionIndex'>,
    watch: readonly WatchedBalance[],
  ): Promise<readonly AssetDelta[]>
  /** Read allowances in one request. @throws HarnessError OBSERVATION_FAILED when a token does not answer */
  readAllowances(watch: readonly WatchedAllowance[]): Promise<readonly bigint[]>
  /** Read allowances in one request; undefined where a token does not answer. */
  tryAllowances(watch: readonly WatchedAllowance[]): Promise<readonly (bigint | undefined)[]>
  /**
   * Find the allowances of watched tokens that logs announce from a block to the head, each once; a token may announce what
   * is not so.
   *
   * @throws RpcError where the head is before that block
   */
  findApprovals(owner: Address, fromBlock: bigint): Promise<readonly WatchedAllowance[]>
  /** Those that logs at hand announce, each once. */
  listApprovals(owner: Address, logs: readonly Log[]): readonly WatchedAllowance[]
  /**
   * Read all watched balances together with the positions that an account holds, and with any allowances: those that must
   * answer, and known ones, of which one may not.
   */
  readHoldings(
    account: Address,
    watch?: readonly WatchedAllowance[],
    known?: readonly WatchedAllowance[],
  ): Promise<{
    readonly holdings: Holdings
    readonly allowances: readonly bigint[]
    readonly known: readonly (bigint | undefined)[]
  }>
  /** Read what became of every transaction of a block; none where there is no such block. */
  readReceipts(blockNumber: bigint): Promise<readonly TransactionReceipt[]>
  /** Read what became of a transaction, where it is none of those that are known; undefined while it is in no block. */
  findReceipt(hash: Hex, known?: readonly TransactionReceipt[]): Promise<TransactionReceipt | undefined>
  /** Read the positions that an account holds in every protocol. */
  readPositions(account: Address): Promise<readonly Position[]>
}

/** Create the oracle over a client of its own; no amount is taken from events. */
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
  const watched = [blockCall, ...watch.map(encodeBalance)]
  const readWatched = prepareAggregate(client, multicall3, watched)
  const readBalancesOf = async (over: PublicClient, list: readonly WatchedBalance[]) =>
    (await prepareAggregate(over, multicall3, list.map(encodeBalance))()).map(toWord)
  const toSheet = ([block, ...results]: readonly AggregatedAnswer[]): BalanceSheet => ({
    // Multicall3 itself answers, or nothing does.
    blockNumber: toWord(block) as bigint,
    balances: results.map(toWord),
  })
  const openWatched = function* (): ReadRounds<BalanceSheet> {
    return toSheet(yield watched)
  }
  const openPositions = (account: Address) =>
    joinRounds(Object.values(TESTBEDS).flatMap(({ observe }) => observe?.({ book, account }) ?? []))
  const openAllowances = function* (list: readonly WatchedAllowance[]): ReadRounds<readonly bigint[]> {
    return list.length === 0 ? [] : yield* readContracts(list.map(toAllowanceRead))
  }
  const openKnown = function* (
    list: readonly WatchedAllowance[],
  ): ReadRounds<readonly (bigint | undefined)[]> {
    return list.length === 0 ? [] : yield* tryContracts(list.map(toAllowanceRead))
  }
  const readRounds = createRoundReader(client, multicall3)
  const tokens = watch.flatMap(({ token }) => (token === NATIVE_TOKEN ? [] : [token]))
  const ofTokens = new Set(tokens.map((token) => token.toLowerCase()))
  const listApprovals = (owner: Address, logs: readonly (Log | RpcLog)[]) => {
    const topic = pad(owner).toLowerCase()
    const own = logs.filter(
      ({ address, topics }) => topics[1] === topic && ofTokens.has(address.toLowerCase()),
    )
    const pairs = parseEventLogs({ abi: erc20Abi, eventName: 'Approval', logs: own }).map(
      ({ address, args }) => ({ token: address, owner, spender: args.spender }),
    )
    return pairs.filter((pair, at) => pairs.findIndex((other) => isSameAllowance(other, pair)) === at)
  }
  return {
    watch,
    readBalances: async () => toSheet(await readWatched()),
    async readHoldings(account, list = [], alsoKnown = []) {
      const [sheet, positions, allowances, known] = await readRounds(
        joinRounds([openWatched(), openPositions(account), openAllowances(list), openKnown(alsoKnown)]),
      )
      return { holdings: { ...sheet, positions: positions.flat() }, allowances, known }
    },
    readBalancesOf: (list) => readBalancesOf(client, list),
    readMovedByOthers: (account, { hasPositions, ...asked }) =>
      readMovedByOthers(client, {
        ...asked,
        watch: watch.filter((one) => isAddressEqual(one.account, account)),
        readBalances: readBalancesOf,
        readPositions: async (over) =>
          hasPositions ? (await createRoundReader(over, multicall3)(openPositions(account))).flat() : [],
      }),
    async readMovedBy({ blockNumber, transactionIndex: index }, list) {
      const block = await client.getBlock({ blockNumber, includeTransactions: true })
      return readMoved(client, readBalancesOf, list, { block, index })
    },
    readAllowances: (list) => readRounds(openAllowances(list)),
    tryAllowances: (list) => readRounds(openKnown(list)),
    async findApprovals(owner, fromBlock) {
      const logs = await client.request({
        method: 'eth_getLogs',
        params: [
          {
            address: tokens,
            topics: [APPROVAL_TOPIC, pad(owner)],
            fromBlock: numberToHex(fromBlock),
            toBlock: 'latest',
          },
        ],
      })
      return listApprovals(owner, logs)
    },
    listApprovals,
    async readReceipts(blockNumber) {
      const receipts = await client.request<{
        ReturnType: readonly RpcTransactionReceipt[] | null
        Parameters: readonly [Hex]
      }>({ method: 'eth_getBlockReceipts', params: [numberToHex(blockNumber)] })
      return (receipts ?? []).map((receipt) => formatTransactionReceipt(receipt))
    },
    findReceipt: (hash, known) => findReceipt(client, hash, known),
    readPositions: async (account) => (await readRounds(openPositions(account))).flat(),
  }
}
