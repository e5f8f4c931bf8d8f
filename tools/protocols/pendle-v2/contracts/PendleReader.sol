// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IPositionReader} from "../../../contracts/interfaces/IPositionReader.sol";
import {Leg, Lot} from "../../../contracts/interfaces/Position.sol";
import {IPendleOracle, IStandardizedYield} from "./IPendle.sol";

/// @title PendleReader
/// @notice SY of one asset, and PT, YT and LP of two markets of it; the key of each is the token, and so is its place.
/// @dev SY counts by its own rate, the others by the average of Pendle's oracle over 30 minutes, in the asset. Interest and
/// rewards that were not claimed count for nothing.
contract PendleReader is IPositionReader {
    /// @dev Seconds to average over.
    uint32 private constant TWAP = 1_800;
    /// @dev Units at whose worth the index is taken: nine digits of a rate of 18.
    uint256 private constant SCALE = 1e9;

    /// @notice What says what tokens are worth.
    IPendleOracle public immutable ORACLE;
    address private immutable ASSET;
    address private immutable SY;
    address private immutable MARKET;
    address private immutable PT;
    address private immutable YT;
    address private immutable LATER_MARKET;
    address private immutable LATER_PT;
    address private immutable LATER_YT;

    constructor(
        IPendleOracle oracle,
        address sy,
        address market,
        address pt,
        address yt,
        address laterMarket,
        address laterPt,
        address laterYt
    ) {
        (ORACLE, SY) = (oracle, sy);
        (MARKET, PT, YT) = (market, pt, yt);
        (LATER_MARKET, LATER_PT, LATER_YT) = (laterMarket, laterPt, laterYt);
        (, ASSET,) = IStandardizedYield(sy).assetInfo();
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
        address[7] memory all = [SY, MARKET, PT, YT, LATER_MARKET, LATER_PT, LATER_YT];
        keys = new bytes32[](all.length);
        for (uint256 i; i < all.length; ++i) {
            keys[i] = _keyOf(all[i]);
        }
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
        address token = _tokenOf(key);
        uint256 units = token == address(0) ? 0 : IERC20(token).balanceOf(account);
        // Of one that is left nobody asks for the rate.
        uint256 index = units == 0 ? 1 : _rateOf(token) / SCALE;
        lots = new Lot[](1);
        lots[0] = Lot(units, index, 0, new Leg[](1));
        lots[0].legs[0] = Leg(ASSET, int256(Math.mulDiv(units, index, SCALE)));
        return (key, type(uint256).max, lots);
    }

    /// @dev Assets for one, 18 decimals.
    function _rateOf(address token) private view returns (uint256) {
        if (token == SY) return IStandardizedYield(SY).exchangeRate();
        bool isLater = token == LATER_MARKET || token == LATER_PT || token == LATER_YT;
        address market = isLater ? LATER_MARKET : MARKET;
        if (token == market) return ORACLE.getLpToAssetRate(market, TWAP);
        if (token == PT || token == LATER_PT) return ORACLE.getPtToAssetRate(market, TWAP);
        return ORACLE.getYtToAssetRate(market, TWAP);
    }

    function _tokenOf(bytes32 key) private view returns (address) {
        address[7] memory all = [SY, MARKET, PT, YT, LATER_MARKET, LATER_PT, LATER_YT];
        for (uint256 i; i < all.length; ++i) {
            if (key == _keyOf(all[i])) return all[i];
        }
        return address(0);
    }

    function _keyOf(address token) private pure returns (bytes32) {
        return keccak256(abi.encode(token));
    }
}
