import * as fc from 'fast-check'
import { BASE } from '../../../tools/protocols/erc4626/base.ts'
import { writeWorth } from '../../vocabulary/amounts.ts'
import { FRESH_PRICES, inTurn, oneOf } from '../../vocabulary/courses.ts'
import type { CallTerms, Course, DrawnStep, ProtocolDraw } from '../../vocabulary/draw.ts'
import { allow, encode } from './hand-made.ts'
import { ORIGIN_VAULTS, VAULTS } from './vaults.ts'

const PROTOCOL = 'erc4626'
const { lendingVault, savingsVault } = VAULTS
const anyVault = fc.constantFrom(savingsVault, savingsVault, lendingVault)
const NO_VAULT = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
/** Sometimes an account that is no vault. */
const maybeVault = fc.constantFrom<string>(savingsVault, savingsVault, savingsVault, lendingVault, NO_VAULT)

const venueOf = (vault: string) => ({ venue: { protocol: PROTOCOL, vault } })

/** About so many shares as an amount of USDC base units comes to. */
const sharesFor = (usdc: bigint, vault: string) =>
  (usdc * 10n ** (vault === lendingVault ? ORIGIN_VAULTS.lendingVault.offset : 0n)).toString()

const PAID = ['USDC', 'WETH', 'DAI', 'NOPRICE'] as const
const anySlippage = fc.constantFrom({}, { slippageBps: 100 })

const KINDS: ProtocolDraw['kinds'] = {
  'vault-deposit': {
    often: 2,
    draw: ({ amountOf }) =>
      fc.tuple(amountOf('USDC'), maybeVault).map(([amount, vault]) => ({ amount, ...venueOf(vault) })),
    params: ({ units }) => ({ amountBaseUnits: units('USDC'), ...venueOf(savingsVault) }),
  },
  'vault-mint': {
    draw: ({ modestUsdc }) =>
      fc.tuple(modestUsdc, anyVault).map(([usdc, vault]) => ({
        vault,
        sharesBaseUnits: sharesFor(usdc, vault),
        mostAssetsBaseUnits: `${(usdc * 101n) / 100n}`,
      })),
    params: ({ cents }) => ({
      vault: savingsVault,
      sharesBaseUnits: `${BigInt(cents) * 10_000n}`,
      mostAssetsBaseUnits: `${BigInt(cents) * 10_100n}`,
    }),
  },
  'vault-withdraw': {
    after: 'vault-deposit',
    draw: ({ amountOf }) =>
      fc.tuple(amountOf('USDC'), maybeVault).map(([amount, vault]) => ({ amount, ...venueOf(vault) })),
    params: ({ units }) => ({ amountBaseUnits: units('USDC', 0.5), ...venueOf(savingsVault) }),
  },
  'vault-redeem': {
    after: 'vault-deposit',
    draw: ({ modestUsdc }) =>
      fc
        .tuple(modestUsdc, anyVault)
        .map(([usdc, vault]) => ({ vault, sharesBaseUnits: sharesFor(usdc / 2n, vault) })),
    params: ({ units }) => ({ vault: savingsVault, sharesBaseUnits: units('USDC', 0.5) }),
  },
  'vault-exit': {
    after: 'vault-deposit',
    draw: () => maybeVault.map((vault) => ({ vault })),
    params: () => ({ vault: savingsVault }),
  },
  'vault-migrate': {
    after: 'vault-deposit',
    draw: ({ modestUsdc }) =>
      modestUsdc.map((usdc) => ({ from: savingsVault, to: lendingVault, amountBaseUnits: `${usdc / 2n}` })),
    params: ({ units }) => ({ from: savingsVault, to: lendingVault, amountBaseUnits: units('USDC', 0.5) }),
  },
  'vault-zap-deposit': {
    draw: ({ modestUsdc }) =>
      fc.tuple(modestUsdc, fc.constantFrom(...PAID), anySlippage).map(([usdc, token, slippage]) => ({
        vault: savingsVault,
        token,
        amount: writeWorth(usdc, token),
        ...slippage,
      })),
    params: ({ units, slippageBps }) => ({
      vault: savingsVault,
      token: 'WETH',
      amountBaseUnits: units('WETH'),
      slippageBps,
    }),
  },
  'vault-zap-withdraw': {
    after: 'vault-deposit',
    draw: ({ modestUsdc }) =>
      fc.tuple(modestUsdc, fc.constantFrom(...PAID), anySlippage).map(([usdc, token, slippage]) => ({
        vault: savingsVault,
        token,
        sharesBaseUnits: `${usdc / 2n}`,
        ...slippage,
      })),
    params: ({ units, slippageBps }) => ({
      vault: savingsVault,
      token: 'DAI',
      sharesBaseUnits: units('USDC', 0.5),
      slippageBps,
    }),
  },
}

const act = (kind: string, params: object): DrawnStep => ({ act: { kind, ...params } })
const later = (name: string, more: object): DrawnStep => ({
  later: { protocol: PROTOCOL, act: name, ...more },
})

const COURSES: readonly Course[] = [
  {
    opens: 'vault-deposit',
    draw: ({ modestUsdc }) =>
      modestUsdc.chain((usdc) =>
        inTurn(
          act('vault-deposit', { amount: writeWorth(usdc, 'USDC'), ...venueOf(savingsVault) }),
          oneOf([], [later('yield', { shareBps: 50 })], [later('loss', { shareBps: 50 })]),
          oneOf(
            [],
            [act('vault-migrate', { from: savingsVault, to: lendingVault, amountBaseUnits: `${usdc / 2n}` })],
            [
              act('vault-zap-withdraw', {
                vault: savingsVault,
                token: 'DAI',
                sharesBaseUnits: `${usdc / 3n}`,
              }),
            ],
          ),
          act('vault-exit', { vault: savingsVault }),
        ),
      ),
  },
  {
    opens: 'vault-deposit',
    draw: ({ modestUsdc }) =>
      modestUsdc.chain((usdc) =>
        inTurn(
          act('vault-deposit', { amount: writeWorth(usdc, 'USDC'), ...venueOf(lendingVault) }),
          oneOf([], [later('interest', { wait: '720h' }), FRESH_PRICES]),
          act('vault-withdraw', { amount: writeWorth(usdc / 2n, 'USDC'), ...venueOf(lendingVault) }),
          act('vault-exit', { vault: lendingVault }),
        ),
      ),
  },
]

const shape =
  (encoded: (terms: CallTerms) => ReturnType<typeof encode.deposit>, pays = false) =>
  (terms: CallTerms) => {
    const { savingsVault: vault } = BASE.on(terms.book)
    return [...(pays ? [allow(terms.book, vault, terms.amount)] : []), terms.call(vault, encoded(terms))]
  }

/** Shares of the origin's vaults, and calls of them past every tool. */
export const DRAW: ProtocolDraw = {
  kinds: KINDS,
  courses: COURSES,
  shapes: {
    'deposit-to': shape(({ amount, account }) => encode.deposit(amount, account), true),
    'mint-to': shape(({ amount, account }) => encode.mint(amount / 2n, account), true),
    'take-out-to': shape(({ amount, account, cage }) => encode.withdraw(amount, account, cage)),
    'redeem-of': shape(({ amount, account, cage }) => encode.redeem(amount, cage, account)),
  },
  spenders: ['erc4626.savingsVault'],
}
