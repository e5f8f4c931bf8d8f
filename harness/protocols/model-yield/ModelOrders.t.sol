// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {CageFixture} from "../../../test/contracts/CageFixture.sol";
import {Words} from "../../../test/contracts/Words.sol";
import {IPolicyCage} from "../../../tools/contracts/IPolicyCage.sol";
import {ICageErrors} from "../../../tools/contracts/interfaces/ICageErrors.sol";
import {ModelChecker} from "../../../tools/protocols/model-yield/contracts/ModelChecker.sol";
import {ModelOrders} from "../../../tools/protocols/model-yield/contracts/ModelOrders.sol";
import {ModelOrdersReader} from "../../../tools/protocols/model-yield/contracts/ModelOrdersReader.sol";

/// @notice An order whose input waits in the protocol: placed, filled, left, and taken back.
contract ModelOrdersTest is CageFixture {
    ModelOrders private _orders;
    ModelOrdersReader private _reader;
    ModelChecker private _checker;
    address private _keeper = makeAddr("keeper");

    function _prepare() internal override {
        _orders = new ModelOrders(_keeper);
        _reader = new ModelOrdersReader(_orders);
        _checker = new ModelChecker(address(_orders));
    }

    function _config() internal view override returns (IPolicyCage.CageConfig memory c) {
        c = super._config();
        IPolicyCage.TargetConfig[] memory targets = new IPolicyCage.TargetConfig[](4);
        for (uint256 i; i < 3; ++i) {
            targets[i] = c.targets[i];
        }
        targets[3].target = address(_orders);
        targets[3].selectors = new bytes4[](2);
        targets[3].selectors[0] = ModelOrders.place.selector;
        targets[3].selectors[1] = ModelOrders.cancel.selector;
        (targets[3].checker, targets[3].reader) = (_code(address(_checker)), _code(address(_reader)));
        c.targets = targets;
        c.places = new bytes32[](1);
        c.places[0] = keccak256(abi.encode(address(_orders), usdc, weth));
    }

    function test_I70_whatWaitsInAnOrderIsSpentOnce() public {
        _place(10_000e6, 4.95e18, 1 hours);
        assertEq(cage.windowSpentUsdc(), 10_000e6);
        assertEq(cage.windowLostUsdc(), 100e6);
        assertEq(cage.netAssetValueUsdc(), 100_000e6);
    }

    /// @notice Filled at its worst, it loses what was counted, and uses no limit again.
    function test_I67_aFillIsNoLossAgain() public {
        _place(10_000e6, 4.95e18, 1 hours);
        weth.mint(_keeper, 10e18);
        vm.startPrank(_keeper);
        weth.approve(address(_orders), 10e18);
        vm.roll(block.number + 2);
        _orders.fill(1, 4.95e18);
        vm.expectRevert(abi.encodeWithSelector(ModelOrders.NoSuchOrder.selector, 1));
        _orders.fill(1, 4.95e18);
        vm.stopPrank();
        _pass(INTERVAL);
        _run(_buyWeth(2_000e6));
        assertEq(cage.netAssetValueUsdc(), 99_900e6);
        assertEq(cage.positionValueUsdc(address(weth)), 11_900e6);
        assertEq(cage.windowSpentUsdc(), 12_000e6);
        assertEq(cage.windowLostUsdc(), 100e6);
        assertEq(_count(), 0);
    }

    /// @notice One that nobody filled comes back whole, out of a paused cage as well.
    function test_I71_anOrderThatEndedIsTakenBack() public {
        _place(10_000e6, 4.95e18, 1 hours);
        vm.prank(guardian);
        cage.pause();
        _pass(1 hours + 1);
        vm.roll(block.number + 2);
        vm.prank(_keeper);
        vm.expectPartialRevert(ModelOrders.Expired.selector);
        _orders.fill(1, 5e18);
        _run(_calls(address(_orders), 0, abi.encodeCall(ModelOrders.cancel, (1))));
        assertEq(cage.netAssetValueUsdc(), 100_000e6);
        assertEq(usdc.balanceOf(address(cage)), 100_000e6);
        assertEq(cage.windowLostUsdc(), 100e6);
    }

    function test_I70_anOrderKeepsToTheLimits() public {
        _refuses(10_000e6, 4.9499e18, 1 hours, ICageErrors.ValueLossExceeded.selector);
        _refuses(10_000e6, 0, 1 hours, ICageErrors.ValueLossExceeded.selector);
        _refuses(10_000e6, 5e18, 1 days + 1, ICageErrors.PledgeTooLong.selector);
        _refuses(10_000e6, 26e18, 1 hours, ICageErrors.PositionCapExceeded.selector);
    }

    /// @notice Of an order nothing is anybody's but who placed it.
    function test_I64_anothersOrderIsNothing() public {
        _place(10_000e6, 4.95e18, 1 hours);
        assertEq(_units(address(cage)), 10_000e6);
        assertEq(_units(thief), 0);
    }

    /// @dev Of the first order. Words of an answer: place, health, where lots are, how many, where each is; then units,
    /// index, claimable from, where legs are, how many, token and amount.
    function _units(address account) private view returns (uint256 units) {
        bytes32 key = _firstKey();
        bytes memory said =
            Words.ask(address(_reader), abi.encodeCall(_reader.holdings, (account, key, new uint256[](1))));
        units = Words.at(said, 5);
        assertEq(Words.at(said, 11), units);
    }

    function _order(uint256 amountIn, uint256 minOut, uint256 seconds_)
        private
        view
        returns (IPolicyCage.Call[] memory calls)
    {
        calls = new IPolicyCage.Call[](2);
        calls[0] = _call(address(usdc), abi.encodeCall(IERC20.approve, (address(_orders), amountIn)));
        uint40 until = uint40(block.timestamp + seconds_);
        calls[1] =
            _call(address(_orders), abi.encodeCall(ModelOrders.place, (usdc, amountIn, weth, minOut, until)));
    }

    function _place(uint256 amountIn, uint256 minOut, uint256 seconds_) private {
        _run(_order(amountIn, minOut, seconds_));
    }

    function _refuses(uint256 amountIn, uint256 minOut, uint256 seconds_, bytes4 reason) private {
        IPolicyCage.Call[] memory calls = _order(amountIn, minOut, seconds_);
        bytes32 permitId = _permit();
        vm.expectPartialRevert(reason);
        vm.prank(operator);
        cage.execute(calls, block.timestamp, permitId, "");
    }
}
