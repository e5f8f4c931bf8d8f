import { type Address, parseAbi } from 'viem'
import { BASE } from '../../../tools/protocols/erc-4337/base.ts'
import { loadArtifact } from '../../chain/artifacts.ts'
import { defineTestbed, type WorldBuilder } from '../testbed.ts'
import { OWNER, signOperations } from './operations.ts'

const PACKAGE = '@account-abstraction/contracts'
const load = (name: string) => loadArtifact(`${PACKAGE}/artifacts/${name}.json`)

const factoryAbi = parseAbi(['function getAddress(address owner, uint256 salt) view returns (address)'])

const ETHER = 10n ** 18n
const DEPOSIT_WEI = ETHER / 10n
const HANDLE_GAS = 2_000_000n

/** An account with a deposit has two operations carried out: one succeeds, and one does not. */
async function addOperations({ chain, book, provider, trader, tokens }: WorldBuilder) {
  const { entryPoint, accountFactory } = BASE.on(book)
  const abi = load('EntryPoint').abi
  await chain.call({
    label: 'create an account',
    from: trader,
    to: accountFactory,
    abi: load('SimpleAccountFactory').abi,
    functionName: 'createAccount',
    args: [OWNER.address, 0n],
  })
  await chain.mine()
  const sender = await chain.read<Address>({
    to: accountFactory,
    abi: factoryAbi,
    functionName: 'getAddress',
    args: [OWNER.address, 0n],
  })
  await chain.call({
    label: 'pay for operations of an account',
    from: provider,
    to: entryPoint,
    abi,
    functionName: 'depositTo',
    args: [sender],
    valueWei: DEPOSIT_WEI,
  })
  const token = tokens.USDC?.address as Address
  const operations = await signOperations(
    { chainId: book.chainId, entryPoint },
    { sender, token, to: trader },
  )
  // The trader stands in for a bundler: it hands in what others signed, and is paid the gas.
  await chain.call({
    label: 'carry out operations',
    from: trader,
    to: entryPoint,
    abi,
    functionName: 'handleOps',
    args: [operations.map(({ packed }) => packed), trader],
    gas: HANDLE_GAS,
  })
  await chain.mine()
}

/** EntryPoint 0.7 and the factory of sample accounts as their package publishes them; the bundler is a stand-in. */
export const TESTBED = defineTestbed({
  packages: [PACKAGE],
  standIn: 'bundler',
  async deploy({ chain, book, deployer }) {
    const { entryPoint, accountFactory } = BASE.on(book)
    await chain.place(load('EntryPoint'), entryPoint, [], deployer)
    await chain.place(load('SimpleAccountFactory'), accountFactory, [entryPoint], deployer)
  },
  seed: addOperations,
})
