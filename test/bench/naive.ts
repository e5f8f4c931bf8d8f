import { Instance } from 'prool'
import {
  createPublicClient,
  createWalletClient,
  erc20Abi,
  http,
  parseAbi,
  parseEther,
  parseUnits,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { anvil as anvilChain } from 'viem/chains'
import { findFreePort } from '../../harness/chain/free-port.ts'
import { ACTORS } from '../../harness/world/actors.ts'
import { EMBEDDED_BOOK } from '../../harness/world/embedded-book.ts'
import { BASE as UNISWAP_V3 } from '../../tools/protocols/uniswap-v3/base.ts'

const routerAbi = parseAbi([
  'struct Params { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(Params params) payable returns (uint256 amountOut)',
])

const find = (symbol: string) => {
  const token = EMBEDDED_BOOK.tokens.find((candidate) => candidate.symbol === symbol)
  if (token === undefined) throw new Error(`no ${symbol} in the book`)
  return token.address
}

/**
 * Play five transactions the way that comes to mind first: a fresh prool fork of the anvil on PATH, viem over HTTP,
 * a simulation before each transaction, a polled receipt after it, two balance reads.
 */
export async function playNaively(upstreamUrl: string, blockNumber: bigint): Promise<void> {
  const port = await findFreePort()
  const instance = Instance.anvil({ forkUrl: upstreamUrl, forkBlockNumber: blockNumber }).create({
    port,
  })
  await instance.start()
  try {
    const account = privateKeyToAccount(ACTORS.trader.privateKey)
    const transport = http(`http://127.0.0.1:${port}`)
    const client = createPublicClient({ chain: anvilChain, transport })
    const wallet = createWalletClient({ chain: anvilChain, transport, account })
    const weth = find('WETH')
    const usdc = find('USDC')
    const router = UNISWAP_V3.on(EMBEDDED_BOOK).swapRouter
    if (router === undefined) throw new Error('no router in the book')
    const swap = (tokenIn: `0x${string}`, tokenOut: `0x${string}`, amountIn: bigint) => ({
      address: router,
      abi: routerAbi,
      functionName: 'exactInputSingle' as const,
      args: [
        {
          tokenIn,
          tokenOut,
          fee: 500,
          recipient: account.address,
          amountIn,
          amountOutMinimum: 0n,
          sqrtPriceLimitX96: 0n,
        },
      ] as const,
    })
    const approve = (token: `0x${string}`, amount: bigint) => ({
      address: token,
      abi: erc20Abi,
      functionName: 'approve' as const,
      args: [router, amount] as const,
    })
    const transactions = [
      approve(weth, parseEther('10')),
      swap(weth, usdc, parseEther('1')),
      approve(usdc, parseUnits('5000', 6)),
      swap(usdc, weth, parseUnits('1000', 6)),
      {
        address: usdc,
        abi: erc20Abi,
        functionName: 'transfer' as const,
        args: [ACTORS.recipient.address, parseUnits('7', 6)] as const,
      },
    ]
    for (const transaction of transactions) {
      const { request } = await client.simulateContract({ ...transaction, account } as never)
      const hash = await wallet.writeContract(request as never)
      const receipt = await client.waitForTransactionReceipt({ hash })
      if (receipt.status !== 'success') throw new Error(`the naive transaction ${hash} reverted`)
      for (const token of [weth, usdc]) {
        await client.readContract({
          address: token,
          abi: erc20Abi,
          functionName: 'balanceOf',
          args: [account.address],
        })
      }
    }
  } finally {
    await instance.stop()
  }
}
