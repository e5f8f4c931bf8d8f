import {
  type Abi,
  type Address,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  isAddressEqual,
  numberToHex,
  parseAbi,
} from 'viem'
import type { LocalExecutor } from '../../tools/agent/stack.ts'
import { NATIVE_TOKEN } from '../../tools/core/address-book.ts'
import { ToolError } from '../../tools/core/errors.ts'
import { createChainControl } from '../../tools/devtools/chain-control.ts'
import { BASE as UNISWAP_V3 } from '../../tools/protocols/uniswap-v3/base.ts'
import { loadArtifact } from '../chain/artifacts.ts'
import { ACTORS } from '../world/actors.ts'
import type { Ground } from './ground.ts'
import type { FeedAnswer } from './model-feed.ts'

/** What the executor acts with besides the ground. */
export interface ControlDeps {
  advance(ms: number): Promise<void>
  setFeeds(answers: readonly FeedAnswer[], ageSeconds?: number): Promise<void>
}

const mintAbi = parseAbi(['function mint(address to, uint256 amount)'])
const poolAbi = parseAbi([
  'function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16 observationIndex, uint16 observationCardinality, uint16 observationCardinalityNext, uint8 feeProtocol, bool unlocked)',
  'function liquidity() view returns (uint128)',
])
const factoryAbi = parseAbi(['function getPool(address, address, uint24) view returns (address)'])
const routerAbi = parseAbi([
  'struct Params { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(Params params) payable returns (uint256 amountOut)',
])
const managerAbi = parseAbi([
  'function createAndInitializePoolIfNecessary(address token0, address token1, uint24 fee, uint160 sqrtPriceX96) payable returns (address pool)',
  'struct MintParams { address token0; address token1; uint24 fee; int24 tickLower; int24 tickUpper; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; address recipient; uint256 deadline; }',
  'function mint(MintParams params) payable returns (uint256 tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)',
])

const MAX_TICK = 887_272
const TICK_SPACINGS: Readonly<Record<number, number>> = { 100: 1, 500: 10, 3000: 60, 10000: 200 }
const FAR_DEADLINE = 2n ** 40n

/** Create the executor of the test net's local plans over a fork. */
export function createControlExecutor(ground: Ground, deps: ControlDeps): LocalExecutor {
  const { client, observer, sender } = ground
  const { book, fork } = ground.chain
  const { rpc } = fork
  const deployer = ACTORS.deployer.address
  const whale = ACTORS.whale.address
  const sendAndMine = async (from: Address, to: Address | undefined, data: Hex, what: string) => {
    const [receipt] = await sender.settle([await sender.send(from, { to, data })], what)
    return receipt?.contractAddress ?? null
  }
  const head = async () => {
    const block = await client.getBlock()
    return { blockNumber: block.number.toString(), timestampSeconds: Number(block.timestamp) }
  }
  const uniswap = () => UNISWAP_V3.on(book)
  const fund = async (account: Address, token: Address, amount: bigint) => {
    if (token === NATIVE_TOKEN) {
      const balance = await client.getBalance({ address: account })
      await rpc.request('anvil_setBalance', [account, numberToHex(balance + amount)])
    } else if (book.wrappedNative && isAddressEqual(token, book.wrappedNative)) {
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [account, amount] })
      await sendAndMine(whale, token, data, 'funding with WETH')
    } else {
      const data = encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [account, amount] })
      await sendAndMine(deployer, token, data, 'minting')
    }
    observer.invalidate()
  }
  const approveAndSend = async (tokens: readonly Address[], spender: Address, from: Address) => {
    const args = [spender, 2n ** 256n - 1n] as const
    for (const token of tokens) {
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
      await sendAndMine(from, token, data, 'approving')
    }
  }
  const readPool = (token0: Address, token1: Address, feeTier: number) =>
    client.readContract({
      address: uniswap().factory,
      abi: factoryAbi,
      functionName: 'getPool',
      args: [token0, token1, feeTier],
    })
  const readSlot = async (pool: Address) => {
    const [sqrtPriceX96, tick] = await client.readContract({
      address: pool,
      abi: poolAbi,
      functionName: 'slot0',
    })
    return { sqrtPriceX96, tick }
  }

  const control = createChainControl({
    async timeTravel({ seconds }) {
      await deps.advance(seconds * 1_000)
      return head()
    },
    async mineBlocks({ count, intervalSeconds }) {
      for (let block = 0; block < count; block += 1) await deps.advance(intervalSeconds * 1_000)
      return head()
    },
    async fundAccount({ account, token, amountBaseUnits }) {
      await fund(account, token, BigInt(amountBaseUnits))
      const balance =
        token === NATIVE_TOKEN
          ? await client.getBalance({ address: account })
          : await client.readContract({
              address: token,
              abi: erc20Abi,
              functionName: 'balanceOf',
              args: [account],
            })
      return { account, token, balanceBaseUnits: balance.toString() }
    },
    async impersonateAccount({ account, enabled }) {
      await rpc.request(enabled ? 'anvil_impersonateAccount' : 'anvil_stopImpersonatingAccount', [account])
      return { done: true }
    },
    async takeSnapshot() {
      return { snapshotId: await rpc.request<Hex>('evm_snapshot') }
    },
    async revertSnapshot({ snapshotId }) {
      const reverted = await rpc.request<boolean>('evm_revert', [snapshotId])
      if (!reverted) {
        throw new ToolError('NOT_FOUND', {
          subject: `snapshot ${snapshotId}`,
          reason: 'it was used or never taken',
        })
      }
      await fork.resync()
      observer.invalidate()
      return head()
    },
    async setBaseFee({ baseFeeWei }) {
      fork.setBaseFeeWei(BigInt(baseFeeWei))
      return { done: true }
    },
    async setOraclePrice({ feed, answer, ageSeconds }) {
      const token = book.tokens.find(
        (candidate) => candidate.feed && isAddressEqual(candidate.feed.address, feed),
      )
      // Both publishers see the same market.
      const sources = [token?.feed, token?.secondaryFeed].flatMap((source) => source ?? [])
      const unit = token?.feed?.decimals ?? 0
      await deps.setFeeds(
        sources.map(({ address, decimals }) => ({
          feed: address,
          answer: (BigInt(answer) * 10n ** BigInt(decimals)) / 10n ** BigInt(unit),
        })),
        ageSeconds === 0 ? undefined : ageSeconds,
      )
      return { feed, answer, updatedAtSeconds: (await head()).timestampSeconds - ageSeconds }
    },
    async movePoolPrice({ pool, token0, token1, feeTier, targetSqrtPriceX96 }) {
      const target = BigInt(targetSqrtPriceX96)
      const { sqrtPriceX96 } = await readSlot(pool)
      if (sqrtPriceX96 !== target) {
        const [tokenIn, tokenOut] = target < sqrtPriceX96 ? [token0, token1] : [token1, token0]
        const amountIn = await client.readContract({
          address: tokenIn,
          abi: erc20Abi,
          functionName: 'balanceOf',
          args: [whale],
        })
        await approveAndSend([tokenIn], uniswap().swapRouter, whale)
        const params = {
          tokenIn,
          tokenOut,
          fee: feeTier,
          recipient: whale,
          amountIn,
          amountOutMinimum: 0n,
          sqrtPriceLimitX96: target,
        }
        const data = encodeFunctionData({ abi: routerAbi, functionName: 'exactInputSingle', args: [params] })
        await sendAndMine(whale, uniswap().swapRouter, data, "moving the pool's price")
      }
      const moved = await readSlot(pool)
      return { pool, sqrtPriceX96: moved.sqrtPriceX96.toString(), tick: moved.tick }
    },
    async deployMockToken({ name, symbol, decimals }) {
      const artifact = loadArtifact('@uniswap/v4-core/out/mocks/MockERC20.sol/MockERC20.json')
      const data = encodeDeployData({
        abi: artifact.abi as Abi,
        bytecode: artifact.bytecode,
        args: [name, symbol, decimals],
      })
      const token = await sendAndMine(deployer, undefined, data, 'deploying a token')
      return { token: token as Address }
    },
    async deployMockPool(params) {
      const { token0, token1, feeTier, sqrtPriceX96 } = params
      const { positionManager } = uniswap()
      const create = encodeFunctionData({
        abi: managerAbi,
        functionName: 'createAndInitializePoolIfNecessary',
        args: [token0, token1, feeTier, BigInt(sqrtPriceX96)],
      })
      await sendAndMine(deployer, positionManager, create, 'creating a pool')
      const amounts = [BigInt(params.amount0BaseUnits), BigInt(params.amount1BaseUnits)] as const
      await fund(deployer, token0, amounts[0])
      await fund(deployer, token1, amounts[1])
      await approveAndSend([token0, token1], positionManager, deployer)
      const spacing = TICK_SPACINGS[feeTier] ?? 60
      const edge = Math.floor(MAX_TICK / spacing) * spacing
      const mint = encodeFunctionData({
        abi: managerAbi,
        functionName: 'mint',
        args: [
          {
            token0,
            token1,
            fee: feeTier,
            tickLower: -edge,
            tickUpper: edge,
            amount0Desired: amounts[0],
            amount1Desired: amounts[1],
            amount0Min: 0n,
            amount1Min: 0n,
            recipient: deployer,
            deadline: FAR_DEADLINE,
          },
        ],
      })
      await sendAndMine(deployer, positionManager, mint, 'seeding a pool')
      const pool = await readPool(token0, token1, feeTier)
      const liquidity = await client.readContract({ address: pool, abi: poolAbi, functionName: 'liquidity' })
      return { pool, liquidity: liquidity.toString() }
    },
  })
  return (plan) => control.execute(plan.operation, plan.params)
}
