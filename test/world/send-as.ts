import { type Address, encodeDeployData, type Hex } from 'viem'
import { expect } from 'vitest'
import { compileUnit } from '../../harness/chain/solc.ts'
import { ACTORS } from '../../harness/world/actors.ts'
import type { OpenWorld } from './open-world.ts'

/** Send from any account of a world's fork and mine it; without a target a contract is created. It has to succeed. */
export async function sendAs(
  { fork, client }: OpenWorld,
  from: Address,
  to: Address | undefined,
  data: Hex,
): Promise<Hex> {
  const { rpc } = fork
  const transaction = { from, ...(to ? { to } : {}), data, gas: '0x4c4b40', gasPrice: '0x0' }
  await rpc.request('anvil_setNextBlockBaseFeePerGas', ['0x0'])
  const hash = await rpc.request<Hex>('eth_sendTransaction', [transaction])
  await rpc.request('evm_mine')
  const { status } = await client.getTransactionReceipt({ hash })
  expect(status).toBe('success')
  return hash
}

/** Compile a contract of a protocol's folder, e.g. `aave-v3/contracts/AaveReader.sol`, and deploy it. */
export async function deployOwn(world: OpenWorld, file: string, args: readonly unknown[]): Promise<Address> {
  const name = file.slice(file.lastIndexOf('/') + 1, -'.sol'.length)
  const unit = compileUnit({ entries: [`tools/protocols/${file}`] })[name]
  if (unit === undefined) throw new Error(`${file} holds no contract ${name}`)
  const { abi, bytecode } = unit
  const hash = await sendAs(
    world,
    ACTORS.trader.address,
    undefined,
    encodeDeployData({ abi, bytecode, args }),
  )
  const { contractAddress } = await world.client.getTransactionReceipt({ hash })
  return contractAddress as Address
}
