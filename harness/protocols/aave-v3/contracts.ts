import type { Address } from 'viem'
import { type Artifact, loadArtifact } from '../../chain/artifacts.ts'

/** Where contracts stand that nobody calls by themselves: libraries, and what is behind proxies. */
const spot = (index: number): Address => `0xaa7e${index.toString(16).padStart(36, '0')}`

/** The Pool's administration on mainnet; the Pool itself and its configurator follow from what the provider creates. */
export const PROVIDER: Address = '0x2f39d218133AFaB8F2B819B1066c7E434Ad94E9e'
export const CONFIGURATOR: Address = '0x64b761D848206f447Fe2dd461b0c635Ec39EbB27'
export const ACL_MANAGER: Address = '0xc2aaCf6553D20d1e9d78E365AAba8032af9c85b0'
export const EMISSION_MANAGER: Address = '0x223d844fc4B006D67c0cDbd39371A9F73f69d974'

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
