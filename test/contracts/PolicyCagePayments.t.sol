// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IPolicyCage} from "../../tools/contracts/IPolicyCage.sol";
import {ICageErrors} from "../../tools/contracts/interfaces/ICageErrors.sol";
import {Pledge} from "../../tools/contracts/interfaces/Position.sol";
import {BridgeChecker, MockBridge} from "./mocks/Bridge.sol";
import {Returner} from "./mocks/Hostile.sol";
import {MockExchange, MockToken, MockWeth} from "./mocks/Mocks.sol";
import {PledgesFixture} from "./PledgesFixture.sol";

/// @notice What a call pays away, by its checker's word, counts as a transfer to that recipient does.
contract PolicyCagePaymentsTest is PledgesFixture {
    MockBridge private _bridge;
    BridgeChecker private _bridgeChecker;

    function _prepare() internal override {
        super._prepare();
        _bridge = new MockBridge();
        _bridgeChecker = new BridgeChecker();
    }

    function setUp() public override {
        super.setUp();
        bytes4[] memory selectors = new bytes4[](2);
        (selectors[0], selectors[1]) = (MockBridge.send.selector, MockBridge.multicall.selector);
        _loosen(
            abi.encodeCall(
                cage.setTarget,
                (address(_bridge), selectors, _code(address(_bridgeChecker)), _code(address(0)))
            )
        );
    }

    /// @dev Approves what goes in, and sends it.
    function _send(MockToken token, uint256 amount, uint256 arrives, address to)
        private
        view
        returns (IPolicyCage.Call[] memory calls)
    {
        calls = new IPolicyCage.Call[](2);
        calls[0] = _call(address(token), abi.encodeCall(IERC20.approve, (address(_bridge), amount)));
        calls[1] = _call(address(_bridge), abi.encodeCall(MockBridge.send, (token, amount, arrives, to)));
    }

    function _transfer(address to, uint256 amount) private view returns (IPolicyCage.Call[] memory) {
        return _calls(address(usdc), 0, abi.encodeCall(IERC20.transfer, (to, amount)));
    }

    // ------------------------------------------------------------ counted as a transfer is

    function test_I31_itCountsAsATransferDoes() public {
        uint256 snapshot = vm.snapshotState();
        _run(_transfer(payee, 20_000e6));
        uint256[5] memory transferred = _books();
        vm.revertToState(snapshot);
        _run(_send(usdc, 20_000e6, 20_000e6, payee));
        uint256[5] memory sent = _books();
        for (uint256 i; i < sent.length; ++i) {
            assertEq(sent[i], transferred[i]);
        }
        // It is spent, and neither lost nor a drawdown: shares went with it.
        assertEq(cage.windowSpentUsdc(), 20_000e6);
        assertEq(cage.windowLostUsdc(), 0);
        assertEq(cage.lastRebalanceAt(), 0);
    }

    function _books() private view returns (uint256[5] memory) {
        return [
            cage.windowSpentUsdc(),
            cage.windowLostUsdc(),
            cage.netAssetValueUsdc(),
            cage.totalShares(),
            cage.highWaterMark()
        ];
    }

    function test_I31_recipientsOnly() public {
        _runReverts(
            _send(usdc, 1e6, 1e6, thief),
            abi.encodeWithSelector(ICageErrors.RecipientNotAllowed.selector, thief)
        );
        // What may be called may not be paid.
        _runReverts(
            _send(usdc, 1e6, 1e6, address(exchange)),
            abi.encodeWithSelector(ICageErrors.RecipientNotAllowed.selector, exchange)
        );
        _runReverts(
            _send(usdc, 1e6, 1e6, address(cage)),
            abi.encodeWithSelector(ICageErrors.RecipientNotAllowed.selector, address(cage))
        );
        vm.prank(owner);
        cage.setRecipient(payee, false);
        _runReverts(
            _send(usdc, 1e6, 1e6, payee),
            abi.encodeWithSelector(ICageErrors.RecipientNotAllowed.selector, payee)
        );
    }

    function test_window_theSpendOfADayHolds() public {
        _run(_send(usdc, 40_000e6, 40_000e6, payee));
        _fails(_send(usdc, 20_001e6, 20_001e6, payee), ICageErrors.WindowSpendExceeded.selector);
        _run(_send(usdc, 20_000e6, 20_000e6, payee));
        _fails(_transfer(payee, 1e6), ICageErrors.WindowSpendExceeded.selector);
    }

    function test_I30_theHotLaneHolds() public {
        vm.prank(owner);
        cage.setHotLane(1_000e6);
        _fails(_send(usdc, 1_001e6, 1_001e6, payee), ICageErrors.GuardianRequired.selector);
        _runSigned(_send(usdc, 1_001e6, 1_001e6, payee));
        _run(_send(usdc, 1_000e6, 1_000e6, payee));
    }

    function test_I31_aPauseStopsIt() public {
        vm.prank(guardian);
        cage.pause();
        _fails(_send(usdc, 1e6, 1e6, payee), ICageErrors.CagePaused.selector);
    }

    function test_I31_theOwnerPaysNobodyByIt() public {
        bytes32 permitId = _permit();
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.Unauthorized.selector, owner));
        vm.prank(owner);
        cage.execute(_send(usdc, 1e6, 1e6, payee), block.timestamp, permitId, "");
    }

    function test_error_aStalePriceIsNone() public {
        vm.warp(block.timestamp + STALENESS + 1);
        _fails(_send(usdc, 1e6, 1e6, payee), ICageErrors.PriceUnavailable.selector);
    }

    /// @notice A payment is none of an exit, though what is paid has no fresh price.
    function test_error_aPaymentIsNoExit() public {
        _run(_buyWeth(20_000e6));
        vm.warp(block.timestamp + STALENESS + 1);
        IPolicyCage.Call[] memory swapped = _swap(weth, 9e18, usdc, 18_000e6);
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](3);
        calls[0] = IPolicyCage.Call(
            address(weth), 0, abi.encodeWithSignature("transfer(address,uint256)", payee, 0.5e18)
        );
        (calls[1], calls[2]) = (swapped[0], swapped[1]);
        _fails(calls, ICageErrors.PriceUnavailable.selector);
    }

    // ------------------------------------------------------------ what does not arrive is lost

    function test_loss_theFeeIsLost() public {
        _run(_send(usdc, 10_000e6, 9_950e6, payee));
        assertEq(cage.windowSpentUsdc(), 10_000e6);
        assertEq(cage.windowLostUsdc(), 50e6);
    }

    /// @notice Nobody takes a deposit for himself by offering it all to whoever fills it.
    function test_loss_aFeeIsNoWayOut() public {
        // One percent of what moves, and a cent.
        _run(_send(usdc, 10_000e6, 9_900e6, payee));
        _fails(_send(usdc, 10_000e6, 9_899e6, payee), ICageErrors.ValueLossExceeded.selector);
        _fails(_send(usdc, 10_000e6, 1, payee), ICageErrors.ValueLossExceeded.selector);
    }

    function test_loss_whatIsPaidHidesNoOtherLoss() public {
        IPolicyCage.Call[] memory sent = _send(usdc, 10_000e6, 10_000e6, payee);
        IPolicyCage.Call[] memory swapped = _swap(usdc, 10_000e6, weth, 4.8e18);
        IPolicyCage.Call[] memory both = new IPolicyCage.Call[](4);
        (both[0], both[1], both[2], both[3]) = (sent[0], sent[1], swapped[0], swapped[1]);
        _fails(both, ICageErrors.ValueLossExceeded.selector);
    }

    /// @notice A payment within a bundle is none: whether all of it happened nobody knows.
    function test_I31_innerPaymentsCountForNothing() public {
        IPolicyCage.Call[] memory calls = _send(usdc, 1_000e6, 1_000e6, payee);
        bytes[] memory inner = new bytes[](1);
        inner[0] = calls[1].data;
        calls[1].data = abi.encodeCall(MockBridge.multicall, (inner));
        _fails(calls, ICageErrors.ValueLossExceeded.selector);
        calls = _send(usdc, 1_000e6, 1_000e6, thief);
        inner[0] = calls[1].data;
        calls[1].data = abi.encodeCall(MockBridge.multicall, (inner));
        _runReverts(calls, abi.encodeWithSelector(ICageErrors.RecipientNotAllowed.selector, thief));
    }

    /// @notice A payment that comes back within its call was none, and lets nothing else be lost.
    function test_loss_whatComesBackWasNotPaid() public {
        _assertNotPaid(address(new Returner(usdc, 0)));
    }

    /// @notice So it is where something else of the same worth comes back.
    function test_loss_whatIsExchangedWasNotPaid() public {
        _assertNotPaid(address(new Returner(usdc, 10_000e6)));
    }

    function _assertNotPaid(address returner) private {
        _loosen(abi.encodeCall(cage.setRecipient, (returner, true)));
        _run(_buyWeth(20_000e6));
        _run(_calls(address(weth), 0, abi.encodeCall(MockWeth.withdraw, (5e18))));
        IPolicyCage.Call[] memory swapped = _swap(usdc, 10_000e6, weth, 2.5e18);
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](3);
        calls[0] = IPolicyCage.Call(returner, 5e18, "");
        (calls[1], calls[2]) = (swapped[0], swapped[1]);
        _pass(INTERVAL);
        _fails(calls, ICageErrors.ValueLossExceeded.selector);
        // What stays with the recipient is paid.
        calls[0].target = payee;
        calls[2].data = abi.encodeCall(MockExchange.swap, (usdc, 10_000e6, weth, 4.95e18, address(cage)));
        _run(calls);
        assertEq(cage.windowLostUsdc(), 100e6);
    }

    // ------------------------------------------------------------ what is no payment

    function test_error_otherTokens() public {
        MockToken strange = new MockToken("STR", 18);
        _fails(
            _calls(address(_bridge), 0, abi.encodeCall(MockBridge.send, (strange, 1, 1, payee))),
            ICageErrors.AssetNotAllowed.selector
        );
    }

    function test_error_whatIsNothingOrBringsOrHasNoBound() public {
        uint256 most = type(uint128).max;
        uint256[5] memory amounts = [uint256(0), most + 1, type(uint256).max / 2, 1 << 255, type(uint256).max];
        for (uint256 i; i < amounts.length; ++i) {
            _fails(_send(usdc, 1e6, amounts[i], payee), ICageErrors.MalformedPledge.selector);
        }
    }

    function test_I70_noMessageIsAPayment() public {
        Pledge memory p = _order(usdc, 1e6, usdc, 0);
        p.until = 0;
        _fails(_record(p), ICageErrors.DeadlinePassed.selector);
        p.to = payee;
        _fails(_record(p), ICageErrors.DeadlinePassed.selector);
    }

    function testFuzz_I31_whatLeavesIsSpentOrLost(uint256 amount, uint256 feeBps) public {
        amount = bound(amount, 1e6, 50_000e6);
        uint256 arrives = amount - amount * bound(feeBps, 0, 100) / 10_000;
        uint256 before = cage.netAssetValueUsdc();
        _run(_send(usdc, amount, arrives, payee));
        assertEq(cage.windowSpentUsdc(), amount);
        assertEq(cage.windowLostUsdc(), amount - arrives);
        assertEq(before - cage.netAssetValueUsdc(), amount);
    }
}
