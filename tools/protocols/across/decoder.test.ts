import { type Address, encodeFunctionData, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { EMBEDDED_BOOK } from '../../../harness/world/embedded-book.ts'
import { spokePoolAbi } from './abi.ts'
import { BASE } from './base.ts'
import { DECODER } from './decoder.ts'
import { findOutputToken, ROUTES } from './routes.ts'

const OWN: Address = '0x0000000000000000000000000000000000000011'
const OTHER: Address = '0x0000000000000000000000000000000000000022'
const USDC: Address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const USDC_OF_BASE: Address = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const { spokePool } = BASE.on(EMBEDDED_BOOK)

const USUAL = {
  depositor: OWN,
  recipient: OTHER,
  outputToken: USDC_OF_BASE,
  outputAmount: 9n,
  chainId: 8_453n,
  relayer: zeroAddress as Address,
  exclusivity: 0,
  message: '0x' as `0x${string}`,
}

const decode = (given: Partial<typeof USUAL> = {}, valueWei = 0n) => {
  const terms = { ...USUAL, ...given }
  const data = encodeFunctionData({
    abi: spokePoolAbi,
    functionName: 'depositV3',
    args: [
      terms.depositor,
      terms.recipient,
      USDC,
      terms.outputToken,
      10n,
      terms.outputAmount,
      terms.chainId,
      terms.relayer,
      1,
      2,
      terms.exclusivity,
      terms.message,
    ],
  })
  return DECODER.decode({ to: spokePool, valueWei, data }, { account: OWN, book: EMBEDDED_BOOK })
}

test('behavior: all of it leaves, for who gets it on the other chain', () => {
  expect(decode()).toMatchObject({
    outflows: [{ token: USDC, amountBaseUnits: 10n }],
    recipients: [OTHER],
    tokens: [USDC],
  })
  expect(decode()).not.toHaveProperty('forbidden')
  expect(decode({ outputAmount: 10n })).not.toHaveProperty('forbidden')
})

test.each([
  { depositor: OTHER },
  { outputToken: OTHER },
  { chainId: 56n },
  { chainId: 8_453n + 2n ** 64n },
  { relayer: OTHER },
  { exclusivity: 1 },
  { message: '0x01' as const },
  { outputAmount: 11n },
  { outputAmount: 0n },
])('I61: what gives anybody else something is forbidden: %o', (given) => {
  expect(decode(given)).toHaveProperty('forbidden')
})

test('error: coins that come with it are nothing that this knows', () => {
  expect(decode({}, 1n)).toBeUndefined()
})

test('behavior: routes are told once, whichever way their token is written', () => {
  const keys = ROUTES.map(({ inputToken, chainId }) => `${inputToken} ${chainId}`)
  expect(new Set(keys).size).toBe(ROUTES.length)
  expect(findOutputToken(USDC.toLowerCase() as Address, 8_453)).toBe(USDC_OF_BASE)
  expect(findOutputToken(USDC, 1)).toBeUndefined()
})
