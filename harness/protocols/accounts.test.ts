import { expect, test } from 'vitest'
import { embeddedBook } from '../world/embedded-book.ts'
import { CHAIN_NAMES } from '../world/origin-chains.ts'
import { ACCOUNT_PROTOCOLS, listForOwner } from './accounts.ts'

test.each(
  CHAIN_NAMES,
)('behavior: an account can own a cage on %s, whatever else is deployed there', (chain) => {
  for (const protocol of ACCOUNT_PROTOCOLS) {
    expect(listForOwner(protocol, embeddedBook(chain))?.modules).not.toEqual([])
  }
})
