// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IPositionReader} from "../../../contracts/interfaces/IPositionReader.sol";
import {Leg, Lot} from "../../../contracts/interfaces/Position.sol";
import {ModelStaking} from "./ModelStaking.sol";

/// @title ModelStakingReader
/// @notice What an account has staked, under the key 0, and its tickets, under their ids.
contract ModelStakingReader is IPositionReader {
    ModelStaking private immutable STAKING;

    constructor(ModelStaking staking) {
        STAKING = staking;
    }

    /// @inheritdoc IPositionReader
    function mark(address, bytes calldata) external view returns (bytes32) {
        return bytes32(STAKING.lastTicket());
    }

    /// @inheritdoc IPositionReader
    /// @dev One call makes or ends one ticket at most, since the staking contract has no bundles.
    function touched(address, bytes32 before, bytes calldata data, bytes calldata)
        external
        view
        returns (bytes32[] memory keys)
    {
        if (bytes4(data) == ModelStaking.claim.selector) {
            keys = new bytes32[](1);
            keys[0] = bytes32(data[4:36]);
            return keys;
        }
        uint256 last = STAKING.lastTicket();
        bool isNew = last != uint256(before);
        keys = new bytes32[](isNew ? 2 : 1);
        if (isNew) keys[1] = bytes32(last);
    }

    /// @inheritdoc IPositionReader
    function tokens(bytes32) external view returns (address[] memory list) {
        list = new address[](1);
        list[0] = address(STAKING.asset());
    }

    /// @inheritdoc IPositionReader
    function holdings(address account, bytes32 key, uint256[] calldata)
        external
        view
        returns (bytes32 place, uint256 health, Lot[] memory lots)
    {
        place = keccak256(abi.encode(address(STAKING)));
        health = type(uint256).max;
        lots = new Lot[](1);
        if (key == 0) lots[0] = _staked(account);
        else lots[0] = _ticket(account, uint256(key));
    }

    function _staked(address account) private view returns (Lot memory lot) {
        lot.units = STAKING.sharesOf(account);
        lot.index = STAKING.index();
        _leg(lot, lot.units * lot.index / 1e27);
    }

    function _ticket(address account, uint256 id) private view returns (Lot memory lot) {
        (uint256 units, uint40 claimableFrom) = STAKING.tickets(id);
        uint256 assets;
        // A ticket that is gone, or another's, is nothing of the account.
        if (units != 0 && STAKING.ownerOf(id) == account) {
            lot.units = units;
            assets = STAKING.assetsOf(id);
        }
        lot.index = STAKING.queueIndex();
        lot.claimableFrom = claimableFrom;
        _leg(lot, assets);
    }

    function _leg(Lot memory lot, uint256 assets) private view {
        lot.legs = new Leg[](1);
        lot.legs[0] = Leg(address(STAKING.asset()), int256(assets));
    }
}
