// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {IPositionReader} from "../../../contracts/interfaces/IPositionReader.sol";
import {Leg, Lot} from "../../../contracts/interfaces/Position.sol";
import {IIrm, IMorpho, IOracle, Market, MarketParams, Position} from "./IMorpho.sol";

/// @title MorphoReader
/// @notice What an account holds in Morpho Blue: a position a market, of what it lends, its collateral and its debt.
/// @dev Totals come with the interest up to now, by Morpho's own formulas, so that a position counts the same whether
/// somebody has booked it or not. A market's totals are Morpho's own numbers: nothing sent to it changes them.
contract MorphoReader is IPositionReader {
    uint256 private constant WAD = 1e18;
    uint256 private constant PRICE_SCALE = 1e36;
    /// @dev What every market is taken to hold beside its own (morpho-blue `SharesMathLib.sol`).
    uint256 private constant VIRTUAL_SHARES = 1e6;
    uint256 private constant VIRTUAL_ASSETS = 1;
    /// @dev A share is worth about a millionth of a base unit.
    uint256 private constant INDEX_SCALE = 1e30;
    /// @dev Collateral earns nothing.
    uint256 private constant FLAT = 1e18;

    /// @notice Morpho Blue.
    IMorpho public immutable MORPHO;

    constructor(IMorpho morpho) {
        MORPHO = morpho;
    }

    /// @inheritdoc IPositionReader
    function mark(address, bytes calldata) external pure returns (bytes32) {
        return 0;
    }

    /// @inheritdoc IPositionReader
    /// @dev What changes a position begins with the parameters that hash to its market's id.
    function touched(address, bytes32, bytes calldata data, bytes calldata)
        external
        pure
        returns (bytes32[] memory keys)
    {
        bytes4 selector = bytes4(data);
        if (selector == IMorpho.setAuthorization.selector) return keys;
        keys = new bytes32[](1);
        keys[0] = keccak256(data[4:164]);
    }

    /// @inheritdoc IPositionReader
    function tokens(bytes32 key) external view returns (address[] memory list) {
        MarketParams memory params = MORPHO.idToMarketParams(key);
        bool isOne = params.collateralToken == address(0) || params.collateralToken == params.loanToken;
        list = new address[](isOne ? 1 : 2);
        list[0] = params.loanToken;
        if (!isOne) list[1] = params.collateralToken;
    }

    /// @inheritdoc IPositionReader
    function holdings(address account, bytes32 key, uint256[] calldata)
        external
        view
        returns (bytes32 place, uint256 health, Lot[] memory lots)
    {
        MarketParams memory params = MORPHO.idToMarketParams(key);
        Market memory market = _accrued(params, MORPHO.market(key));
        Position memory position = MORPHO.position(key, account);
        uint256 supplyIndex = _index(market.totalSupplyAssets, market.totalSupplyShares);
        uint256 borrowIndex = _index(market.totalBorrowAssets, market.totalBorrowShares);
        uint256 lent = _assets(
            position.supplyShares, market.totalSupplyAssets, market.totalSupplyShares, Math.Rounding.Floor
        );
        uint256 debt = _assets(
            position.borrowShares, market.totalBorrowAssets, market.totalBorrowShares, Math.Rounding.Ceil
        );
        place = keccak256(abi.encode(MORPHO, key));
        health = debt == 0 ? type(uint256).max : _health(params, position.collateral, debt);
        lots = new Lot[](3);
        lots[0] = _lot(position.supplyShares, supplyIndex, params.loanToken, int256(lent));
        lots[1] =
            _lot(position.collateral, FLAT, params.collateralToken, int256(uint256(position.collateral)));
        lots[2] = _lot(position.borrowShares, borrowIndex, params.loanToken, -int256(debt));
    }

    /// @dev The most that may be owed, for what is owed. An oracle that fails makes a debt unreadable.
    function _health(MarketParams memory params, uint256 collateral, uint256 debt)
        private
        view
        returns (uint256)
    {
        uint256 value = Math.mulDiv(collateral, IOracle(params.oracle).price(), PRICE_SCALE);
        return Math.mulDiv(value * params.lltv / WAD, WAD, debt);
    }

    /// @dev Books the interest of a market up to now (morpho-blue `Morpho._accrueInterest`).
    function _accrued(MarketParams memory params, Market memory market) private view returns (Market memory) {
        uint256 elapsed = block.timestamp - market.lastUpdate;
        if (elapsed == 0 || market.totalBorrowAssets == 0 || params.irm == address(0)) return market;
        uint256 rate = IIrm(params.irm).borrowRateView(params, market);
        // The first three terms of e^(rx) - 1.
        uint256 first = rate * elapsed;
        uint256 second = first * first / (2 * WAD);
        uint256 third = second * first / (3 * WAD);
        uint256 interest = uint256(market.totalBorrowAssets) * (first + second + third) / WAD;
        market.totalBorrowAssets += SafeCast.toUint128(interest);
        market.totalSupplyAssets += SafeCast.toUint128(interest);
        if (market.fee == 0) return market;
        // The fee is lent for its recipient, for shares at the price without it.
        uint256 fee = interest * market.fee / WAD;
        market.totalSupplyShares += SafeCast.toUint128(
            Math.mulDiv(
                fee,
                market.totalSupplyShares + VIRTUAL_SHARES,
                market.totalSupplyAssets - fee + VIRTUAL_ASSETS
            )
        );
        return market;
    }

    function _assets(uint256 shares, uint256 totalAssets, uint256 totalShares, Math.Rounding rounding)
        private
        pure
        returns (uint256)
    {
        return Math.mulDiv(shares, totalAssets + VIRTUAL_ASSETS, totalShares + VIRTUAL_SHARES, rounding);
    }

    function _index(uint256 totalAssets, uint256 totalShares) private pure returns (uint256) {
        return Math.mulDiv(totalAssets + VIRTUAL_ASSETS, INDEX_SCALE, totalShares + VIRTUAL_SHARES);
    }

    function _lot(uint256 units, uint256 index, address token, int256 amount)
        private
        pure
        returns (Lot memory lot)
    {
        Leg[] memory legs = new Leg[](token == address(0) ? 0 : 1);
        if (legs.length == 1) legs[0] = Leg(token, amount);
        return Lot(units, index, 0, legs);
    }
}
