import { type Address, encodeFunctionData, numberToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenWorld, openWorld } from '../../../test/world/open-world.ts'
import { createChainReader } from '../../../tools/core/chain-reader.ts'
import type { ToolContext } from '../../../tools/core/context.ts'
import { permit2Abi } from '../../../tools/protocols/permit2/abi.ts'
import { BASE } from '../../../tools/protocols/permit2/base.ts'
import { buildPermitSingle } from '../../../tools/protocols/permit2/permit-single.ts'
import { ACTORS } from '../../world/actors.ts'

interface PermitMessage {
  readonly details: { readonly token: Address; readonly expiration: number; readonly nonce: number }
  readonly spender: Address
  readonly sigDeadline: bigint
}

let world: OpenWorld
beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  await world?.close()
})

test('behavior: Permit2 accepts a signature over the permit that the tools build', async () => {
  const { book } = world.snapshot
  const { permit2 } = BASE.on(book)
  const { trader, recipient } = ACTORS
  const chain = createChainReader(world.client, book.chainId)
  const built = await buildPermitSingle(
    { token: 'USDC', spender: recipient.address, amountBaseUnits: '4321', ttlSeconds: 600 },
    { chain, book, account: trader.address, step: () => undefined } as unknown as ToolContext,
  )
  const signature = await privateKeyToAccount(trader.privateKey).signTypedData(built as never)
  const { details, spender, sigDeadline } = built.message as unknown as PermitMessage
  const data = encodeFunctionData({
    abi: permit2Abi,
    functionName: 'permit',
    args: [trader.address, { details: { ...details, amount: 4321n }, spender, sigDeadline }, signature],
  })
  await world.fork.rpc.request('eth_sendTransaction', [
    { from: recipient.address, to: permit2, data, gas: numberToHex(500_000), gasPrice: '0x0' },
  ])
  await world.fork.mine()
  const [amount, , nonce] = await world.client.readContract({
    address: permit2,
    abi: permit2Abi,
    functionName: 'allowance',
    args: [trader.address, details.token, recipient.address],
  })
  expect([amount, nonce]).toEqual([4321n, 1])
})
