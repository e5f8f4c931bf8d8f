import { expect, test } from 'vitest'
import { groupThousands } from './group-thousands.ts'

test.each([
  [
    'spend is 1001 USDC, limit per transaction is 1000.5 USDC',
    'spend is 1,001 USDC, limit per transaction is 1,000.5 USDC',
  ],
  ['-6000 USDC, +2998.480193 USDC', '-6,000 USDC, +2,998.480193 USDC'],
  ['pays at most 2000000000 wei within 10000 ms', 'pays at most 2,000,000,000 wei within 10,000 ms'],
  ['500 USDC and 0.000333333333319 WETH', '500 USDC and 0.000333333333319 WETH'],
])('default: amounts have their digits grouped: %s', (text, grouped) => {
  expect(groupThousands(text)).toBe(grouped)
})

test.each([
  '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65 USDC',
  'until 1800086401, chain 31337, block 99999999',
  'fee 100/500/3000/10000 USDC',
  'amountBaseUnits 6000000000, deltaBaseUnits 1000000000000000000',
  '2026-11-2023 USDC',
  '1,000 USDC',
  '12.3456 USDC',
])('behavior: what is no amount stays as it is: %s', (text) => {
  expect(groupThousands(text)).toBe(text)
})
