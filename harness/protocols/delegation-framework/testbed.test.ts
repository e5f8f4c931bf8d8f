import { keccak256, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { loadContract } from './contracts.ts'

test('default: every bytecode is another one, and the account contract has its library', () => {
  const codes = [
    loadContract('DelegationManager'),
    loadContract('HybridDeleGator', zeroAddress),
    loadContract('SCL_RIP7212'),
    loadContract('ERC1967Proxy'),
  ].map(({ bytecode }) => bytecode)
  expect(new Set(codes.map((code) => keccak256(code))).size).toBe(4)
  for (const code of codes) expect(code).toMatch(/^0x([0-9a-f]{2})+$/)
})

test('error: DEPLOY_FAILED for a contract that the package does not have', () => {
  expect(() => loadContract('NoSuchContract')).toThrow(expect.objectContaining({ code: 'DEPLOY_FAILED' }))
})
