// generated
import type { ToolDef } from '../../core/tool-def.ts'
import { TOOL_DEF as testnetDeployMockPool } from '../testnet-deploy-mock-pool.ts'
import { TOOL_DEF as testnetDeployMockToken } from '../testnet-deploy-mock-token.ts'
import { TOOL_DEF as testnetFundAccount } from '../testnet-fund-account.ts'
import { TOOL_DEF as testnetGetStatus } from '../testnet-get-status.ts'
import { TOOL_DEF as testnetImpersonateAccount } from '../testnet-impersonate-account.ts'
import { TOOL_DEF as testnetMineBlocks } from '../testnet-mine-blocks.ts'
import { TOOL_DEF as testnetMovePoolPrice } from '../testnet-move-pool-price.ts'
import { TOOL_DEF as testnetRevertSnapshot } from '../testnet-revert-snapshot.ts'
import { TOOL_DEF as testnetSetBaseFee } from '../testnet-set-base-fee.ts'
import { TOOL_DEF as testnetSetOraclePrice } from '../testnet-set-oracle-price.ts'
import { TOOL_DEF as testnetTakeSnapshot } from '../testnet-take-snapshot.ts'
import { TOOL_DEF as testnetTimeTravel } from '../testnet-time-travel.ts'

/** Every tool of the test net. */
export const DEVTOOL_DEFS: readonly ToolDef[] = [testnetDeployMockPool, testnetDeployMockToken, testnetFundAccount, testnetGetStatus, testnetImpersonateAccount, testnetMineBlocks, testnetMovePoolPrice, testnetRevertSnapshot, testnetSetBaseFee, testnetSetOraclePrice, testnetTakeSnapshot, testnetTimeTravel]
