import { pad } from 'viem'
import { expect, test } from 'vitest'
import { BASE } from './base.ts'
import { quoteFee } from './quote-fee.ts'

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const USDC_OF_BASE = pad('0x833589fcd6edb6e08f4c7c32d4f71b54bda02913')
const OTHER = pad('0x01')

const deposit = (inputAmount: bigint, outputAmount: bigint, outputToken = USDC_OF_BASE) => ({
  args: { inputToken: pad(USDC), inputAmount, outputAmount, outputToken },
})

const quoteOf = (deposits: readonly unknown[]) =>
  quoteFee(
    {
      book: { chainId: 1, protocols: { across: BASE.addresses[1] } },
      chain: { getContractEvents: async () => deposits },
    } as never,
    { token: { address: USDC, symbol: 'USDC' } as never, destinationChainId: 8_453 },
    { fromBlock: 1n, toBlock: 1_000n },
  )

test('behavior: dust that anyone sends for a tenth of it neither names the fee nor the token', async () => {
  const sent = [deposit(1_000_000_000n, 999_500_000n), deposit(5_000_000_000n, 4_997_000_000n)]
  const dust = Array(300).fill(deposit(10n, 9n))
  const stray = Array(400).fill(deposit(10n, 10n, OTHER))
  const quote = await quoteOf([...sent, ...dust, ...stray])
  expect(quote).toMatchObject({ outputToken: USDC_OF_BASE, median: 600, samples: 302, highest: 100_000 })
  expect(quote.feeOf(1_000_000n)).toBe(600n)
})

test('behavior: the fee of the middle of all that was sent', async () => {
  const [cheap, dear] = [deposit(1_000_000n, 1_000_000n), deposit(1_000_000n, 999_000n)]
  expect((await quoteOf([cheap, dear])).median).toBe(0)
  expect((await quoteOf([cheap, dear, dear])).median).toBe(1_000)
})

test('error: ROUTE_UNSEEN', async () => {
  await expect(quoteOf([])).rejects.toMatchObject({ code: 'ROUTE_UNSEEN' })
})
