import type { Address } from 'viem'
import type { AddressBook } from '../../../tools/core/address-book.ts'
import { type Artifact, loadArtifact } from '../../chain/artifacts.ts'

/** Where contracts stand that nobody calls by themselves: libraries, and what is behind proxies. */
const spot = (index: number): Address => `0xaa7e${index.toString(16).padStart(36, '0')}`

/** The Pool's administration. */
interface Administration {
  readonly provider: Address
  /** Follows from what the provider creates, as the Pool itself does. */
  readonly configurator: Address
  readonly aclManager: Address
  readonly emissionManager: Address
}

const ETHEREUM: Administration = {
  provider: '0x2f39d218133AFaB8F2B819B1066c7E434Ad94E9e',
  configurator: '0x64b761D848206f447Fe2dd461b0c635Ec39EbB27',
  aclManager: '0xc2aaCf6553D20d1e9d78E365AAba8032af9c85b0',
  emissionManager: '0x223d844fc4B006D67c0cDbd39371A9F73f69d974',
}

/** The chains of the first day have the same addresses. */
const FIRST: Administration = {
  provider: '0xa97684ead0e402dC232d5A977953DF7ECBaB3CDb',
  configurator: '0x8145eddDf43f50276641b55bd3AD95944510021E',
  aclManager: '0xa72636CbcAa8F5FF95B2cc47F3CDEe83F3294a0B',
  emissionManager: '0x048f2228D7Bf6776f99aB50cB1b1eaB4D1d4cA73',
}

const BY_CHAIN: Readonly<Record<number, Administration>> = {
  10: FIRST,
  137: FIRST,
  8453: {
    provider: '0xe20fCBdBfFC4Dd138cE8b2E6FBb6CB49777ad64D',
    configurator: '0x5731a04B1E775f0fdd454Bf70f3335886e9A96be',
    aclManager: '0x43955b0899Ab7232E3a454cf84AedD22Ad46FD33',
    emissionManager: '0x6533A273F3aC84Df91DCD654D6EBAbA73687e246',
  },
  42161: FIRST,
  43114: FIRST,
}

/** Find the Pool's administration on a chain (`@aave-dao/aave-address-book`). */
export const administrationOf = ({ chainId }: Pick<AddressBook, 'chainId'>): Administration =>
  BY_CHAIN[chainId] ?? ETHEREUM

/** Libraries that the Pool and its configurator are linked with, each after those that it needs. */
export const LIBRARIES: Readonly<Record<string, Address>> = Object.fromEntries(
  [
    'SupplyLogic',
    'BorrowLogic',
    'LiquidationLogic',
    'EModeLogic',
    'BridgeLogic',
    'PoolLogic',
    'ConfiguratorLogic',
    'FlashLoanLogic',
  ].map((name, index) => [name, spot(index + 1)]),
)

/** What stands behind the proxies, and the curves of interest. */
export const PARTS = {
  pool: spot(0x10),
  configurator: spot(0x11),
  rewards: spot(0x12),
  aToken: spot(0x13),
  stableDebt: spot(0x14),
  variableDebt: spot(0x15),
  transferStrategy: spot(0x16),
  stableRates: spot(0x20),
  volatileRates: spot(0x21),
} as const

/** Load a contract of @aave/core-v3 by its folder and name, linked. */
export const loadCore = (path: string): Artifact =>
  loadArtifact(
    `@aave/core-v3/artifacts/contracts/${path}.sol/${path.slice(path.lastIndexOf('/') + 1)}.json`,
    LIBRARIES,
  )

/** Load a contract of @aave/periphery-v3 by its folder and name. */
export const loadPeriphery = (path: string): Artifact =>
  loadArtifact(
    `@aave/periphery-v3/artifacts/contracts/${path}.sol/${path.slice(path.lastIndexOf('/') + 1)}.json`,
  )
