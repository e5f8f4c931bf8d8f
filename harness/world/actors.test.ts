import { toHex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { ACTORS, AUDITOR } from './actors.ts'

test('behavior: the keys are those of the standard test mnemonic', () => {
  for (const [addressIndex, actor] of [...Object.values(ACTORS), AUDITOR].entries()) {
    const account = mnemonicToAccount('test test test test test test test test test test test junk', {
      addressIndex,
    })
    expect(actor).toEqual({
      address: account.address,
      privateKey: toHex(account.getHdKey().privateKey as Uint8Array),
    })
  }
})
