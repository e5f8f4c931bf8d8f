import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { findToken } from '../../../tools/core/tokens.ts'
import { BASE } from '../../../tools/protocols/erc-4337/base.ts'
import {
  FAILED_OPERATION,
  SENDER,
  SUCCEEDED_OPERATION,
} from '../../../tools/protocols/erc-4337/origin-operations.ts'
import { ACTORS } from '../../world/actors.ts'
import { EMBEDDED_BOOK as book } from '../../world/embedded-book.ts'
import { signOperations } from './operations.ts'

test('behavior: the operations that cases name are those that the origin carries out', async () => {
  const signed = await signOperations(
    { chainId: book.chainId, entryPoint: BASE.on(book).entryPoint },
    {
      sender: SENDER,
      token: findToken(book, 'USDC')?.address as Address,
      to: ACTORS.trader.address,
    },
  )
  expect(signed.map(({ hash }) => hash)).toEqual([SUCCEEDED_OPERATION, FAILED_OPERATION])
})
