// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IPositionReader} from "../../../contracts/interfaces/IPositionReader.sol";
import {Leg, Lot} from "../../../contracts/interfaces/Position.sol";
import {FairShares} from "./FairShares.sol";
import {IBalancerPool, IBalancerVault} from "./IBalancer.sol";

/// @title BalancerReader
/// @notice Shares of a weighted pool of two tokens and of a stable pool of three, and what lies inside of the Vault. A key is
/// a pool's id, or a token's address.
/// @dev Of shares, the index is the pool's invariant for one: what swaps do to balances leaves it as it is, and grows by their
/// fees. In the middle of a call of the Vault supply and balances are of different moments: it refuses to read then.
contract BalancerReader is IPositionReader {
    /// @notice The Vault is in the middle of a call: what pools say is of two moments.
    error VaultEntered();

    uint256 private constant WAD = 1e18;
    uint256 private constant STABLE_TOKENS = 3;
    /// @dev Enough to find the Vault entered; writing that it is now would take more, and is refused.
    uint256 private constant LOCK_GAS = 10_000;

    /// @notice The Vault.
    IBalancerVault public immutable VAULT;
    IBalancerPool private immutable WEIGHTED;
    IBalancerPool private immutable STABLE;
    bytes32 private immutable WEIGHTED_ID;
    bytes32 private immutable STABLE_ID;
    uint256 private immutable WEIGHT0;
    address private immutable WEIGHTED0;
    address private immutable WEIGHTED1;
    address private immutable STABLE0;
    address private immutable STABLE1;
    address private immutable STABLE2;

    constructor(IBalancerVault vault, IBalancerPool weightedPool, IBalancerPool stablePool) {
        (VAULT, WEIGHTED, STABLE) = (vault, weightedPool, stablePool);
        WEIGHTED_ID = weightedPool.getPoolId();
        STABLE_ID = stablePool.getPoolId();
        WEIGHT0 = weightedPool.getNormalizedWeights()[0];
        (address[] memory held,,) = vault.getPoolTokens(WEIGHTED_ID);
        (WEIGHTED0, WEIGHTED1) = (held[0], held[1]);
        (held,,) = vault.getPoolTokens(STABLE_ID);
        address[] memory others = new address[](STABLE_TOKENS);
        uint256 count;
        for (uint256 i; i < held.length; ++i) {
            // A composable pool lists its own shares among its tokens.
            if (held[i] != address(stablePool)) others[count++] = held[i];
        }
        (STABLE0, STABLE1, STABLE2) = (others[0], others[1], others[2]);
    }

    /// @inheritdoc IPositionReader
    function mark(address, bytes calldata) external pure returns (bytes32) {
        return 0;
    }

    /// @inheritdoc IPositionReader
    function touched(address, bytes32, bytes calldata data, bytes calldata)
        external
        pure
        returns (bytes32[] memory keys)
    {
        bytes4 selector = bytes4(data);
        if (selector == IBalancerVault.joinPool.selector || selector == IBalancerVault.exitPool.selector) {
            keys = new bytes32[](1);
            keys[0] = bytes32(data[4:36]);
        } else if (selector == IBalancerVault.manageUserBalance.selector) {
            IBalancerVault.UserBalanceOp[] memory ops =
                abi.decode(data[4:], (IBalancerVault.UserBalanceOp[]));
            keys = new bytes32[](ops.length);
            for (uint256 i; i < ops.length; ++i) {
                keys[i] = bytes32(uint256(uint160(ops[i].asset)));
            }
        }
    }

    /// @inheritdoc IPositionReader
    function tokens(bytes32 key) public view returns (address[] memory list) {
        if (key == WEIGHTED_ID) {
            list = new address[](2);
            (list[0], list[1]) = (WEIGHTED0, WEIGHTED1);
        } else if (key == STABLE_ID) {
            list = new address[](STABLE_TOKENS);
            (list[0], list[1], list[2]) = (STABLE0, STABLE1, STABLE2);
        } else if (_isToken(key)) {
            list = new address[](1);
            list[0] = address(uint160(uint256(key)));
        }
    }

    /// @inheritdoc IPositionReader
    function holdings(address account, bytes32 key, uint256[] calldata prices)
        external
        view
        returns (bytes32 place, uint256 health, Lot[] memory lots)
    {
        place = keccak256(abi.encode(VAULT, key));
        health = type(uint256).max;
        lots = new Lot[](1);
        address[] memory list = tokens(key);
        lots[0] = Lot(0, 1, 0, new Leg[](list.length));
        if (list.length == 1) {
            lots[0].units = VAULT.getInternalBalance(account, list)[0];
            lots[0].legs[0] = Leg(list[0], int256(lots[0].units));
        } else if (list.length != 0) {
            _readShares(account, key == WEIGHTED_ID ? WEIGHTED : STABLE, list, prices, lots[0]);
        }
    }

    function _readShares(
        address account,
        IBalancerPool pool,
        address[] memory list,
        uint256[] calldata prices,
        Lot memory lot
    ) private view {
        uint256[] memory amounts = new uint256[](list.length);
        uint256[] memory scales = new uint256[](list.length);
        lot.units = pool.balanceOf(account);
        if (lot.units != 0) {
            _requireNotEntered();
            uint256[] memory scaled = new uint256[](list.length);
            for (uint256 i; i < list.length; ++i) {
                scales[i] = 10 ** (18 - IERC20Metadata(list[i]).decimals());
                scaled[i] = prices[i] / scales[i];
            }
            lot.index = Math.max(1, pool == WEIGHTED ? _weightedRate() : STABLE.getRate());
            uint256 invariant = Math.mulDiv(lot.units, lot.index, WAD);
            if (pool == STABLE) {
                amounts = FairShares.stable(invariant, scaled);
            } else {
                (amounts[0], amounts[1]) = FairShares.weighted(invariant, WEIGHT0, [scaled[0], scaled[1]]);
            }
        }
        for (uint256 i; i < list.length; ++i) {
            lot.legs[i] = Leg(list[i], lot.units == 0 ? int256(0) : int256(amounts[i] / scales[i]));
        }
    }

    /// @dev The invariant for one share, less what the protocol takes at the next join or exit of what grew since the last.
    function _weightedRate() private view returns (uint256) {
        uint256 invariant = WEIGHTED.getInvariant();
        uint256 last = WEIGHTED.getLastInvariant();
        if (invariant > last) {
            uint256 taken = VAULT.getProtocolFeesCollector().getSwapFeePercentage();
            invariant -= Math.mulDiv(invariant - last, taken, WAD, Math.Rounding.Ceil);
        }
        return Math.mulDiv(invariant, WAD, WEIGHTED.totalSupply());
    }

    /// @dev Asked to enter by a static call, the Vault either says that it is entered or fails to write that it is now,
    /// without a word. With too little gas for that none is left for what comes after.
    function _requireNotEntered() private view {
        bytes memory data =
            abi.encodeCall(IBalancerVault.manageUserBalance, (new IBalancerVault.UserBalanceOp[](0)));
        (, bytes memory said) = address(VAULT).staticcall{gas: LOCK_GAS}(data);
        if (said.length != 0) revert VaultEntered();
    }

    function _isToken(bytes32 key) private pure returns (bool) {
        return key != 0 && uint256(key) >> 160 == 0;
    }
}
