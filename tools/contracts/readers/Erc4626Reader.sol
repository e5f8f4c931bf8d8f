// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IERC4626} from "@openzeppelin/contracts/interfaces/IERC4626.sol";
import {IPositionReader} from "../interfaces/IPositionReader.sol";
import {Leg, Lot} from "../interfaces/Position.sol";

/// @title Erc4626Reader
/// @notice Shares of one ERC-4626 vault; its key is the vault, and so is its place.
/// @dev Only for vaults whose rate follows from what they hold by their own books, not from a spot price. A rate that was
/// lifted by a donation counts by what the cage lets an index grow.
contract Erc4626Reader is IPositionReader {
    /// @dev Shares at whose worth the index is taken.
    uint256 private constant SCALE = 1e24;

    /// @notice The vault.
    IERC4626 public immutable VAULT;
    address private immutable ASSET;

    constructor(IERC4626 vault) {
        VAULT = vault;
        ASSET = vault.asset();
    }

    /// @inheritdoc IPositionReader
    function mark(address, bytes calldata) external pure returns (bytes32) {
        return 0;
    }

    /// @inheritdoc IPositionReader
    function touched(address, bytes32, bytes calldata, bytes calldata)
        external
        view
        returns (bytes32[] memory keys)
    {
        keys = new bytes32[](1);
        keys[0] = _place();
    }

    /// @inheritdoc IPositionReader
    function tokens(bytes32) external view returns (address[] memory list) {
        list = new address[](1);
        list[0] = ASSET;
    }

    /// @inheritdoc IPositionReader
    function holdings(address account, bytes32 key, uint256[] calldata)
        external
        view
        returns (bytes32 place, uint256 health, Lot[] memory lots)
    {
        // Under no other key, so that nothing counts twice.
        uint256 shares = key == _place() ? VAULT.balanceOf(account) : 0;
        // A vault that lost everything has a rate nonetheless: the least. Of one that is left nobody asks for it.
        uint256 index = shares == 0 ? 1 : Math.max(1, VAULT.convertToAssets(SCALE));
        lots = new Lot[](1);
        lots[0] = Lot(shares, index, 0, new Leg[](1));
        lots[0].legs[0] = Leg(ASSET, int256(Math.mulDiv(shares, index, SCALE)));
        return (_place(), type(uint256).max, lots);
    }

    function _place() private view returns (bytes32) {
        return keccak256(abi.encode(VAULT));
    }
}
