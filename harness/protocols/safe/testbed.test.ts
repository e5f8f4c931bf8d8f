import { getCreate2Address, numberToHex } from 'viem'
import { expect, test } from 'vitest'
import { BASE } from '../../../tools/protocols/safe/base.ts'
import { EMBEDDED_BOOK } from '../../world/embedded-book.ts'
import { loadSafeArtifact, SAFE_CONTRACTS } from './artifacts.ts'

/** The singleton factory of Safe (https://github.com/safe-global/safe-singleton-factory). */
const FACTORY = '0x914d7Fec6aaC8cd542e72Bca78B30650d45643d7'

test.each(SAFE_CONTRACTS)('default: %s is the bytecode of its canonical address', (name) => {
  const { bytecode } = loadSafeArtifact(name)
  const address = getCreate2Address({ from: FACTORY, salt: numberToHex(0, { size: 32 }), bytecode })
  expect(address).toBe(BASE.on(EMBEDDED_BOOK)[name])
})
