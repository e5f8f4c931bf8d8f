import { getCreate2Address, numberToHex } from 'viem'
import { expect, test } from 'vitest'
import { loadSafeArtifact, SAFE_CONTRACTS } from './safe.ts'

/** The singleton factory of Safe (https://github.com/safe-global/safe-singleton-factory). */
const FACTORY = '0x914d7Fec6aaC8cd542e72Bca78B30650d45643d7'

test.each(
  Object.entries(SAFE_CONTRACTS),
)('default: %s is the bytecode of its canonical address', (path, address) => {
  const { bytecode } = loadSafeArtifact(path as keyof typeof SAFE_CONTRACTS)
  expect(getCreate2Address({ from: FACTORY, salt: numberToHex(0, { size: 32 }), bytecode })).toBe(address)
})
