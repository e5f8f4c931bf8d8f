import { expect, test } from 'vitest'
import type { AddressBook } from '../../core/address-book.ts'
import { wethAddress } from './protocol.ts'

test('error: PROTOCOL_NOT_DEPLOYED names protocol and chain', () => {
  const book = { chainId: 10, protocols: {} } as AddressBook
  expect(() => wethAddress(book)).toThrow(/PROTOCOL_NOT_DEPLOYED: weth9 is not known on chain 10/)
})
