// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IPositionReader} from "../../../contracts/interfaces/IPositionReader.sol";
import {Leg, Lot} from "../../../contracts/interfaces/Position.sol";
import {IAaveGateway, IAavePool, IAaveScaledToken} from "./IAavePool.sol";

/// @title AaveReader
/// @notice What an account supplied to and borrowed from Aave V3: a key a reserve, which is its asset; a lot of what is
/// supplied and a lot of what is owed, in scaled units that only acts change. All keys of an account share its health.
/// @dev Indexes are the Pool's own, which grow by its rates alone: no transfer and no trade moves them. Debt at a stable
/// rate is not read: its checker lets nobody have any.
contract AaveReader is IPositionReader {
    uint256 private constant RAY = 1e27;
    /// @dev Bits of an account's configuration that say what it owes.
    uint256 private constant OWES = 0x5555555555555555555555555555555555555555555555555555555555555555;

    IAavePool private immutable POOL;
    address private immutable WRAPPED_NATIVE;

    constructor(IAavePool pool, address wrappedNative) {
        POOL = pool;
        WRAPPED_NATIVE = wrappedNative;
    }

    /// @inheritdoc IPositionReader
    function mark(address, bytes calldata) external pure returns (bytes32) {
        return 0;
    }

    /// @inheritdoc IPositionReader
    /// @dev Of what the checker accepts, these change units; the others change health alone, which every key shows.
    function touched(address, bytes32, bytes calldata data, bytes calldata)
        external
        view
        returns (bytes32[] memory keys)
    {
        bytes4 selector = bytes4(data);
        if (selector == IAaveGateway.depositETH.selector) return _one(WRAPPED_NATIVE);
        if (
            selector == IAavePool.supply.selector || selector == IAavePool.withdraw.selector
                || selector == IAavePool.borrow.selector || selector == IAavePool.repay.selector
                || selector == IAavePool.repayWithATokens.selector
        ) return _one(abi.decode(data[4:36], (address)));
    }

    /// @inheritdoc IPositionReader
    function tokens(bytes32 key) external pure returns (address[] memory list) {
        list = new address[](1);
        list[0] = _asset(key);
    }

    /// @inheritdoc IPositionReader
    function holdings(address account, bytes32 key, uint256[] calldata)
        external
        view
        returns (bytes32 place, uint256 health, Lot[] memory lots)
    {
        address asset = _asset(key);
        uint256[15] memory reserve = POOL.getReserveData(asset);
        place = keccak256(abi.encode(address(POOL), asset));
        health = _health(account);
        lots = new Lot[](2);
        uint256 units = _units(reserve[8], account);
        uint256 index = POOL.getReserveNormalizedIncome(asset);
        lots[0] = _lot(asset, units, index, int256(units * index / RAY));
        units = _units(reserve[10], account);
        index = POOL.getReserveNormalizedVariableDebt(asset);
        lots[1] = _lot(asset, units, index, -int256((units * index + RAY - 1) / RAY));
    }

    /// @dev Whoever owes nothing has no health to lose. The Pool would price all that is collateral, and anybody may supply more
    /// of that for the account: enough to use up the gas of a reader.
    function _health(address account) private view returns (uint256 health) {
        if (POOL.getUserConfiguration(account) & OWES == 0) return type(uint256).max;
        (,,,,, health) = POOL.getUserAccountData(account);
    }

    function _units(uint256 token, address account) private view returns (uint256) {
        return IAaveScaledToken(address(uint160(token))).scaledBalanceOf(account);
    }

    function _lot(address asset, uint256 units, uint256 index, int256 amount)
        private
        pure
        returns (Lot memory lot)
    {
        (lot.units, lot.index) = (units, index);
        lot.legs = new Leg[](1);
        lot.legs[0] = Leg(asset, amount);
    }

    function _one(address asset) private pure returns (bytes32[] memory keys) {
        keys = new bytes32[](1);
        keys[0] = bytes32(uint256(uint160(asset)));
    }

    function _asset(bytes32 key) private pure returns (address) {
        return address(uint160(uint256(key)));
    }
}
