import type { Address, Hex } from 'viem'
import { expect, test } from 'vitest'
import type { ToolContext } from '../../core/context.ts'
import { buildPermitSingle } from './permit-single.ts'

const [ACCOUNT, USDC, SPENDER, MULTICALL] = [
  '0x00000000000000000000000000000000000000A1',
  '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  '0x00000000000000000000000000000000000000C3',
  '0x00000000000000000000000000000000000000D4',
] as const satisfies readonly Address[]
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const NOW = 1_700_000_000n

/** What Permit2 on Ethereum answers as its DOMAIN_SEPARATOR. */
const ON_ETHEREUM = '0x866a5aba21966af95d6c7ab78eb2b2fc913915c28be3b9aa07cc04ff903e3f28'

const contextOf = (separator: Hex, chainId = 1) =>
  ({
    account: ACCOUNT,
    book: {
      chainId,
      nativeSymbol: 'ETH',
      multicall: MULTICALL,
      tokens: [{ symbol: 'USDC', address: USDC, decimals: 6 }],
      protocols: { permit2: { permit2, permitSingleScheme: MULTICALL } },
    },
    chain: {
      async multicall({ contracts }: { readonly contracts: readonly { readonly args?: unknown }[] }) {
        expect(contracts[0]?.args).toEqual([ACCOUNT, USDC, SPENDER])
        return [[5n, 1, 3], 0n, separator, NOW]
      },
    },
    step: () => undefined,
  }) as unknown as ToolContext

const PARAMS = { token: 'USDC', spender: SPENDER, amountBaseUnits: '4321', ttlSeconds: 60 }

test.each([
  [600, undefined],
  [9, 9],
])('I4: what is signed is for the next nonce, ends %s seconds later, and grants what was asked for', async (lives, signatureTtlSeconds) => {
  const params = signatureTtlSeconds === undefined ? PARAMS : { ...PARAMS, signatureTtlSeconds }
  const built = await buildPermitSingle(params, contextOf(ON_ETHEREUM))
  expect(built.domain).toEqual({ name: 'Permit2', chainId: 1, verifyingContract: permit2 })
  expect(built.message).toEqual({
    details: { token: USDC, amount: '4321', expiration: Number(NOW) + 60, nonce: 3 },
    spender: SPENDER,
    sigDeadline: String(Number(NOW) + lives),
  })
})

test.each([
  ['another contract', `0x${'ab'.repeat(32)}`, 1],
  ['another chain', ON_ETHEREUM, 8453],
] as const)('I15: error: CHAIN_READ_FAILED where Permit2 would check signatures of %s', async (_, separator, chainId) => {
  await expect(buildPermitSingle(PARAMS, contextOf(separator, chainId))).rejects.toMatchObject({
    code: 'CHAIN_READ_FAILED',
  })
})

test.each([
  ['ZERO_AMOUNT', 0n],
  ['UNLIMITED_APPROVAL', 2n ** 159n],
])('I7: error: %s for %d base units', async (code, amount) => {
  const params = { ...PARAMS, amountBaseUnits: amount.toString() }
  await expect(buildPermitSingle(params, contextOf(ON_ETHEREUM))).rejects.toMatchObject({ code })
})
