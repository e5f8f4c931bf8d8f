import { type Address, encodeAbiParameters, getCreate2Address, type Hex, numberToHex, parseAbi } from 'viem'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import { selectorsOf } from '../../../tools/kit/selectors-of.ts'
import { rolesSettingsAbi } from '../../../tools/protocols/zodiac-roles/abi.ts'
import { BASE } from '../../../tools/protocols/zodiac-roles/base.ts'
import { defineTestbed, type WorldBuilder } from '../testbed.ts'
import { loadLibrary, loadProxyFactory, loadRoles, loadSingletonFactory, PACKAGES } from './contracts.ts'

/** The singleton factory, by which a modifier also keeps conditions (https://eips.ethereum.org/EIPS/eip-2470). */
const SINGLETON_FACTORY = '0xce0042B868300000d44A59004Da54A005ffdcf9f'

/** The Safe that owns cages where a scenario's `owner` is one: where its factory puts it. */
const OWNER_SAFE = '0x31d180fa33dcC282B0f65ACAEBE947CD1DD096a0'

const NO_SALT = numberToHex(0, { size: 32 })
const NOBODY_AT_ALL = numberToHex(1, { size: 20 })
const CREATION_GAS = 5_000_000n

const singletonFactoryAbi = parseAbi([
  'function deploy(bytes initCode, bytes32 salt) returns (address created)',
])
const setUpAbi = parseAbi(['function setUp(bytes initParams)'])

/** Let the singleton factory create a contract. */
async function create(
  { chain, deployer }: WorldBuilder,
  label: string,
  { bytecode, salt = NO_SALT }: { readonly bytecode: Hex; readonly salt?: Hex },
): Promise<Address> {
  await chain.call({
    label,
    from: deployer,
    to: SINGLETON_FACTORY,
    abi: singletonFactoryAbi,
    functionName: 'deploy',
    args: [bytecode, salt],
    gas: CREATION_GAS,
  })
  return getCreate2Address({ from: SINGLETON_FACTORY, salt, bytecode })
}

/** The Roles modifier with its factories, and the modifier of the Safe that owns cages. */
export const TESTBED = defineTestbed({
  needs: ['safe'],
  packages: Object.values(PACKAGES),
  ownerModules: (book) => {
    const deployed = BASE.find(book)
    return deployed ? [{ address: deployed.modifier, selectors: selectorsOf(rolesSettingsAbi) }] : []
  },
  model: async () => (await import('./model.ts')).MODEL,
  draw: async () => (await import('./draw.ts')).DRAW,
  async deploy(world) {
    const { chain, book, deployer } = world
    const { mastercopy, proxyFactory } = BASE.on(book)
    await chain.place(loadSingletonFactory(), SINGLETON_FACTORY, [], deployer)
    await create(world, 'create the proxy factory of modules', loadProxyFactory())
    const [integrity, packer] = [
      await create(world, 'create Integrity of Roles', loadLibrary('integrity')),
      await create(world, 'create Packer of Roles', loadLibrary('packer')),
    ]
    // Nobody owns what proxies run. Its published bytecode is above the size that a transaction may create.
    const nobody = [NOBODY_AT_ALL, NOBODY_AT_ALL, NOBODY_AT_ALL]
    await chain.place(loadRoles({ integrity, packer }), mastercopy, nobody, deployer)
    const terms = encodeAbiParameters(
      [{ type: 'address' }, { type: 'address' }, { type: 'address' }],
      [OWNER_SAFE, OWNER_SAFE, OWNER_SAFE],
    )
    await chain.call({
      label: "create the modifier of the owner's Safe",
      from: deployer,
      to: proxyFactory,
      abi: BASE.contracts.proxyFactory.abi,
      functionName: 'deployModule',
      args: [mastercopy, encodeFunctionData({ abi: setUpAbi, args: [terms] }), 0n],
    })
  },
})
