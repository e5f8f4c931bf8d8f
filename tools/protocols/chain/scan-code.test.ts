import { expect, test } from 'vitest'
import { scanCode } from './scan-code.ts'

test('default: instructions count, the data of pushes does not', () => {
  expect(scanCode('0x6000ff')).toEqual(['selfdestruct'])
  expect(scanCode('0x60ff00')).toEqual([])
  expect(scanCode(`0x7f${'ff'.repeat(32)}f4`)).toEqual(['delegatecall'])
  expect(scanCode('0xf0f2f4f5ff')).toEqual(['callcode', 'create', 'create2', 'delegatecall', 'selfdestruct'])
})

test('behavior: metadata that the compiler appends is no code', () => {
  const metadata = `a2646970667358${'ff'.repeat(40)}`
  const length = (metadata.length / 2).toString(16).padStart(4, '0')
  expect(scanCode(`0x6000f4fe${metadata}${length}`)).toEqual(['delegatecall'])
})

test('behavior: code that is laid where metadata would be counts where a jump reaches it', () => {
  expect(scanCode('0x600556fea15bf4000004')).toEqual(['delegatecall'])
})

test('behavior: an empty code has no power, and a push that is cut off ends it', () => {
  expect(scanCode('0x')).toEqual([])
  expect(scanCode('0x7f01')).toEqual([])
})
