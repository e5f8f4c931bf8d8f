import { describe, expect, test } from 'vitest'
import { amountOf, formatAmount, formatUsdc } from './amount.ts'
import { STACK_ERRORS, type ToolErrorCode } from './errors/table.ts'
import { ToolError, type ToolErrorArgument } from './errors.ts'

const WETH = { symbol: 'WETH', decimals: 18 }

/** An argument of each kind that a template can ask for, and how it reads. */
const KINDS: Readonly<Record<string, readonly [ToolErrorArgument, string]>> = {
  usdc: [1_001_000_000n, '1001 USDC'],
  amount: [amountOf(WETH, '0x', 1_250_000_000_000_000_001n), '1.250000000000000001 WETH'],
  int: [7n, '7'],
  text: ['text', 'text'],
}

const CODES = Object.keys(STACK_ERRORS) as ToolErrorCode[]

const listPlaceholders = (code: ToolErrorCode) =>
  [...`${STACK_ERRORS[code].message} ${STACK_ERRORS[code].hint}`.matchAll(/\{(\w+)(?::(\w+))?\}/g)].map(
    ([whole, name = '', kind = 'text']) => ({ whole, name, kind }),
  )

describe('formatAmount', () => {
  test('default', () => {
    expect(formatUsdc(1_001_000_000n)).toBe('1001 USDC')
    expect(formatUsdc(0n)).toBe('0 USDC')
  })

  test('behavior: one base unit more reads differently', () => {
    expect(formatUsdc(500_000_001n)).toBe('500.000001 USDC')
    expect(formatAmount({ ...WETH, baseUnits: -(10n ** 24n) - 1n })).toBe('-1000000.000000000000000001 WETH')
  })

  test('behavior: a token that nobody knows stays in base units and says so', () => {
    expect(formatAmount(amountOf(undefined, '0xabc', 7n))).toBe('7 base units of 0xabc')
  })
})

describe('the error table', () => {
  test.each(CODES)('behavior: %s writes each amount with its unit', (code) => {
    const placeholders = listPlaceholders(code)
    const args = Object.fromEntries(placeholders.map(({ name, kind }) => [name, KINDS[kind]?.[0] ?? '?']))
    const { shortMessage, hint } = new ToolError(code, args as never)
    const expected = (template: string) =>
      placeholders.reduce(
        (text, { whole, kind }) => text.replaceAll(whole, KINDS[kind]?.[1] ?? '?'),
        template,
      )
    expect(shortMessage).toBe(expected(STACK_ERRORS[code].message))
    expect(hint).toBe(expected(STACK_ERRORS[code].hint))
    expect(shortMessage).not.toMatch(/\b1001000000\b|1250000000000000001|USDC USDC/)
  })

  test.each(CODES)('behavior: %s puts no symbol behind a number of its own', (code) => {
    expect(`${STACK_ERRORS[code].message} ${STACK_ERRORS[code].hint}`).not.toMatch(
      /\}\s*(USDC|USD|WETH|ETH)\b/,
    )
  })
})
