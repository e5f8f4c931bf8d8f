// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IPolicyCage} from "../../tools/contracts/IPolicyCage.sol";
import {LendingPool, PeggedToken} from "./mocks/Receipts.sol";
import {PositionsFixture} from "./PositionsFixture.sol";

/// @notice A cage that may hold any amount of WETH, and lend and borrow in a pool.
abstract contract LendingFixture is PositionsFixture {
    function _config() internal view virtual override returns (IPolicyCage.CageConfig memory c) {
        c = super._config();
        bytes4[] memory selectors = new bytes4[](6);
        for (uint256 i; i < 4; ++i) {
            selectors[i] = c.targets[3].selectors[i];
        }
        (selectors[4], selectors[5]) = (LendingPool.agree.selector, LendingPool.claim.selector);
        c.targets[3].selectors = selectors;
        c.windowSpendCapUsdc = 1_000_000e6;
        c.assets[1].capUsdc = type(uint256).max;
    }

    /// @dev 170 000 supplied against 80 000, and 10 000 left.
    function _lever() internal {
        _run(_supplyTo(aUsdc, 90_000e6));
        _pass(INTERVAL);
        _run(_borrow(debtUsdc, 80_000e6, address(cage)));
        _pass(INTERVAL);
        _run(_supplyTo(aUsdc, 80_000e6));
        assertEq(usdc.balanceOf(address(cage)), 10_000e6);
        assertEq(cage.netAssetValueUsdc(), 100_000e6);
    }

    function _supplyTo(PeggedToken receipt, uint256 amount)
        internal
        view
        returns (IPolicyCage.Call[] memory)
    {
        return _two(
            usdc, address(pool), amount, abi.encodeCall(pool.supply, (receipt, amount, address(cage)))
        );
    }
}
