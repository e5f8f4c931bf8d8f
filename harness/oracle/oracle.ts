import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  type PublicClient,
  parseAbi,
} from 'viem'
import { type AddressBook, NATIVE_TOKEN } from '../../tools/core/address-book.ts'
import { BASE as UNISWAP_V3 } from '../../tools/protocols/uniswap-v3/base.ts'
import { HarnessError } from '../errors.ts'

const multicall3Abi = parseAbi([
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call3[] calls) payable returns (Result[] returnData)',
  'function getEthBalance(address addr) view returns (uint256 balance)',
  'function getBlockNumber() view returns (uint256 blockNumber)',
])

const positionManagerAbi = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function tokenOfOwnerByIndex(address owner, uint256 index) view returns (uint256)',
  'function positions(uint256 tokenId) view returns (uint96 nonce, address operator, address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint128 liquidity, uint256 feeGrowthInside0LastX128, uint256 feeGrowthInside1LastX128, uint128 tokensOwed0, uint128 tokensOwed1)',
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

/** Liquidity of the position NFTs that an account owns. */
export type PositionSheet = ReadonlyMap<string, bigint>

/** Reads the truth from the chain, with a client that the stack under test does not have. */
export interface Oracle {
  readonly watch: readonly WatchedBalance[]
  /** Read all watched balances in one request. */
  readBalances(): Promise<BalanceSheet>
  /** Read any balances in one request. */
  readBalancesOf(watch: readonly WatchedBalance[]): Promise<readonly bigint[]>
  readAllowance(token: Address, owner: Address, spender: Address): Promise<bigint>
  readPositions(account: Address): Promise<PositionSheet>
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
  const encodeCalls = (calls: readonly ReturnType<typeof encodeBalance>[]) =>
    encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
  const aggregate = async (data: Hex) => {
    const { data: answer } = await client.call({ to: multicall3, data })
    return decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: answer ?? '0x' })
  }
  const toAmount = (result: { success: boolean; returnData: `0x${string}` } | undefined) =>
    result?.success && result.returnData.length >= 66 ? BigInt(result.returnData.slice(0, 66)) : 0n

  const watchData = encodeCalls([blockCall, ...watch.map(encodeBalance)])
  return {
    watch,
    async readBalances() {
      const [block, ...results] = await aggregate(watchData)
      return { blockNumber: toAmount(block), balances: results.map(toAmount) }
    },
    async readBalancesOf(list) {
      return (await aggregate(encodeCalls(list.map(encodeBalance)))).map(toAmount)
    },
    readAllowance: (token, owner, spender) =>
      client.readContract({
        address: token,
        abi: erc20Abi,
        functionName: 'allowance',
        args: [owner, spender],
      }),
    async readPositions(account) {
      const address = UNISWAP_V3.find(book)?.positionManager
      const sheet = new Map<string, bigint>()
      if (address === undefined) return sheet
      const manager = { address, abi: positionManagerAbi } as const
      const count = await client.readContract({ ...manager, functionName: 'balanceOf', args: [account] })
      for (let index = 0n; index < count; index += 1n) {
        const id = await client.readContract({
          ...manager,
          functionName: 'tokenOfOwnerByIndex',
          args: [account, index],
        })
        const position = await client.readContract({ ...manager, functionName: 'positions', args: [id] })
        sheet.set(id.toString(), position[7])
      }
      return sheet
    },
  }
}
