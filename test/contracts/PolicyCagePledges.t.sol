// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IPolicyCage} from "../../tools/contracts/IPolicyCage.sol";
import {ICageErrors} from "../../tools/contracts/interfaces/ICageErrors.sol";
import {Leg, Pledge, PledgeKind} from "../../tools/contracts/interfaces/Position.sol";
import {MockToken} from "./mocks/Mocks.sol";
import {PledgesFixture} from "./PledgesFixture.sol";

/// @notice What others may take later counts when it is made, under every limit, and its fill does not count again.
contract PolicyCagePledgesTest is PledgesFixture {
    // ------------------------------------------------------------ counted once

    function test_I70_aPledgeIsSpendWhenItIsMade() public {
        Pledge memory p = _order(usdc, 10_000e6, weth, 4.95e18);
        _run(_sell(p));
        _windowsAre(10_000e6, 100e6);
        assertEq(cage.netAssetValueUsdc(), 100_000e6);
        assertTrue(_isValid(_digest(p)));
        settlement.fill(address(cage), _digest(p), usdc, 10_000e6);
        weth.mint(address(cage), 4.95e18);
        _run(_buyWbtcLater(100e6));
        _windowsAre(10_100e6, 100e6);
        assertApproxEqAbs(cage.netAssetValueUsdc(), 99_900e6, 10_000);
        assertEq(cage.positionValueUsdc(address(weth)), 9_900e6);
        vm.expectRevert(bytes("used"));
        settlement.fill(address(cage), _digest(p), usdc, 10_000e6);
    }

    function test_whatIsNeverFilledIsThereAtItsEnd() public {
        Pledge memory p = _order(usdc, 10_000e6, weth, 5e18);
        _run(_sell(p));
        vm.warp(p.until);
        assertTrue(_isValid(_digest(p)));
        vm.warp(p.until + 1);
        assertFalse(_isValid(_digest(p)));
        vm.expectRevert(bytes("unsigned"));
        settlement.fill(address(cage), _digest(p), usdc, 10_000e6);
        _pass(1 days);
        _windowsAre(0, 0);
        assertEq(cage.netAssetValueUsdc(), 100_000e6);
    }

    /// @notice What an order brings is exposure, and taking it on is risk.
    function test_I70_anOrderForRiskIsRisk() public {
        _run(_record(_order(usdc, 10_000e6, weth, 5e18)));
        _fails(_record(_order(usdc, 10_000e6, weth, 5e18)), ICageErrors.RebalanceTooSoon.selector);
        _pass(INTERVAL);
        _fails(_record(_order(usdc, 50_002e6, weth, 25.001e18)), ICageErrors.PositionCapExceeded.selector);
        _fails(_record(_order(usdc, 50_000e6, weth, 25e18)), ICageErrors.PositionCapExceeded.selector);
        _pass(1 hours);
        _run(_record(_order(usdc, 50_000e6, weth, 25e18)));
    }

    /// @notice An order that ends a risk is an exit: no interval and no drawdown stops it, but a pause does.
    function test_I70_anOrderThatEndsRiskIsAnExit() public {
        _run(_buyWeth(20_000e6));
        _setPrice(wethFeed, 900);
        _fails(_record(_order(weth, 1e18, wbtc, 0.015e8)), ICageErrors.DrawdownExceeded.selector);
        _run(_record(_order(weth, 10e18, usdc, 8_955e6)));
        _windowsAre(29_000e6, 45e6);
        vm.prank(guardian);
        cage.pause();
        _fails(_record(_order(weth, 10e18, usdc, 8_955e6)), ICageErrors.CagePaused.selector);
    }

    /// @notice A base asset given is no exit, whatever comes for it; nor is an allowance of anything.
    function test_I70_whatGivesABaseAssetOrAnAllowanceIsNoExit() public {
        _run(_buyWeth(20_000e6));
        _setPrice(wethFeed, 900);
        _fails(_record(_order(usdc, 1_000e6, usdc, 1_000e6)), ICageErrors.DrawdownExceeded.selector);
        _fails(_record(_allowance(weth, 1e18)), ICageErrors.DrawdownExceeded.selector);
    }

    /// @notice An allowance is spend and no loss, as its spender is trusted like one of a transaction.
    function test_I70_anAllowanceIsSpend() public {
        _run(_record(_allowance(usdc, 10_000e6)));
        _windowsAre(10_000e6, 0);
        _fails(_record(_allowance(usdc, 50_001e6)), ICageErrors.WindowSpendExceeded.selector);
    }

    // ------------------------------------------------------------ limits

    function test_I70_theShortfallIsALoss() public {
        _fails(_record(_order(usdc, 10_000e6, weth, 4.9499e18)), ICageErrors.ValueLossExceeded.selector);
        vm.prank(owner);
        cage.setWindowLossCap(99e6);
        _fails(_record(_order(usdc, 10_000e6, weth, 4.95e18)), ICageErrors.WindowLossExceeded.selector);
        vm.prank(owner);
        cage.setMaxDrawdownBps(4);
        _fails(_record(_order(usdc, 5_000e6, weth, 2.475e18)), ICageErrors.DrawdownExceeded.selector);
        _run(_record(_order(usdc, 4_000e6, weth, 1.98e18)));
    }

    /// @notice An order that promises much pays for none that promises little.
    function test_I70_noPledgeOffsetsAnother() public {
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](2);
        calls[0] = _call(address(scheme), _fields(_order(usdc, 1e6, weth, 1e18)));
        calls[1] = _call(address(scheme), _fields(_order(usdc, 10_000e6, weth, 4e18)));
        _fails(calls, ICageErrors.ValueLossExceeded.selector);
        (calls[0], calls[1]) = (calls[1], calls[0]);
        _fails(calls, ICageErrors.ValueLossExceeded.selector);
    }

    /// @notice What a position gives widens no loss: nothing of it left the wallet.
    function test_I70_whatIsHeldWidensNoLoss() public {
        Pledge memory p = _order(usdc, 10_000e6, weth, 4.95e18);
        p.kind = PledgeKind.HeldOrder;
        _fails(_record(p), ICageErrors.ValueLossExceeded.selector);
        p.legs[1].amount = 5e18;
        _run(_record(p));
        _windowsAre(0, 0);
    }

    function test_I70_theHotLaneHoldsForPledges() public {
        vm.prank(owner);
        cage.setHotLane(5_000e6);
        IPolicyCage.Call[] memory calls = _record(_order(usdc, 5_001e6, weth, 2.5005e18));
        _fails(calls, ICageErrors.GuardianRequired.selector);
        _runSigned(calls);
        assertEq(cage.windowUnguardedUsdc(), 0);
    }

    /// @notice A pledge counts for as long as it may be open, so that what is open at any moment is within the cap.
    function test_I70_openPledgesStayWithinTheWindow() public {
        vm.warp(block.timestamp / 1 hours * 1 hours + 1 hours - 1);
        _pass(0);
        Pledge memory p = _order(usdc, 40_000e6, weth, 20e18);
        p.until = uint40(block.timestamp + 1 days);
        _run(_record(p));
        _pass(1 days);
        assertTrue(_isValid(_digest(p)));
        _fails(_record(_order(usdc, 20_001e6, wbtc, 0.33335e8)), ICageErrors.WindowSpendExceeded.selector);
        _pass(1 hours);
        assertFalse(_isValid(_digest(p)));
        _run(_record(_order(usdc, 50_000e6, weth, 25e18)));
    }

    /// @notice Its spender is trusted to take nothing by itself: what it might take pays for no loss of what is done.
    function test_I70_anAllowanceWidensNoLoss() public {
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](3);
        IPolicyCage.Call[] memory swap = _swap(usdc, 1_000e6, weth, 0.49e18);
        (calls[0], calls[1]) = (swap[0], swap[1]);
        calls[2] = _record(_allowance(usdc, 50_000e6))[0];
        _fails(calls, ICageErrors.ValueLossExceeded.selector);
    }

    /// @notice What brings nothing at all is lost until its end, as any shortfall is.
    function test_I70_whatBringsNothingSharesTheDrawdown() public {
        vm.prank(owner);
        cage.setMaxDrawdownBps(15);
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](3);
        IPolicyCage.Call[] memory swap = _buyWeth(10_000e6);
        (calls[0], calls[1]) = (swap[0], swap[1]);
        Pledge memory p = _order(usdc, 99e6, weth, 0);
        Leg[] memory given = new Leg[](1);
        (given[0], p.legs) = (p.legs[0], given);
        calls[2] = _record(p)[0];
        _run(calls);
        _pass(INTERVAL);
        _fails(calls, ICageErrors.DrawdownExceeded.selector);
    }

    /// @notice To record is no revocation: it waits for what cannot be read, as everything does that is no exit.
    function test_I10_nothingIsPledgedBesideWhatCannotBeRead() public {
        _run(_buyWeth(10_000e6));
        _pass(INTERVAL);
        weth.setBroken(true);
        _fails(_record(_order(usdc, 600e6, wbtc, 1e6)), ICageErrors.BalanceUnreadable.selector);
        _fails(_record(_allowance(usdc, 600e6)), ICageErrors.BalanceUnreadable.selector);
    }

    /// @notice The owner's exits pledge nothing.
    function test_I70_theOwnerPledgesNothing() public {
        IPolicyCage.Call[] memory calls = _record(_allowance(weth, 1e18));
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.Unauthorized.selector, owner));
        vm.prank(owner);
        cage.execute(calls, block.timestamp, "owner", "");
    }

    // ------------------------------------------------------------ many of them

    /// @notice Until its deadline what a pledge brings leaves that much less room, to orders and to calls.
    function test_I70_openPledgesShareACap() public {
        Pledge memory p = _order(usdc, 30_000e6, weth, 15e18);
        _run(_record(p));
        _pass(INTERVAL);
        _fails(_record(_order(usdc, 20_001e6, weth, 10.0005e18)), ICageErrors.PositionCapExceeded.selector);
        _fails(_buyWeth(20_001e6), ICageErrors.PositionCapExceeded.selector);
        // Neither does what nothing went for end it.
        weth.mint(address(cage), 15e18);
        _fails(_buyWeth(20_001e6), ICageErrors.PositionCapExceeded.selector);
        vm.warp(p.until);
        _pass(0);
        _fails(_buyWeth(20_001e6), ICageErrors.PositionCapExceeded.selector);
        _pass(1);
        _run(_buyWeth(20_001e6));
    }

    /// @notice What all of them bring leaves that much less room, not what one of them does.
    function test_I70_openPledgesShareACapTogether() public {
        _run(_record(_order(usdc, 10_000e6, weth, 5e18)));
        _pass(INTERVAL);
        _run(_record(_order(usdc, 20_000e6, weth, 10e18)));
        _pass(INTERVAL);
        _fails(_buyWeth(20_001e6), ICageErrors.PositionCapExceeded.selector);
        _run(_buyWeth(20_000e6));
    }

    /// @notice What came is held, and to come no more.
    function test_I70_aFillLeavesNoRoomTwice() public {
        Pledge memory p = _order(usdc, 30_000e6, weth, 15e18);
        _run(_sell(p));
        settlement.fill(address(cage), _digest(p), usdc, 10_000e6);
        weth.mint(address(cage), 5e18);
        _pass(INTERVAL);
        _fails(_buyWeth(20_001e6), ICageErrors.PositionCapExceeded.selector);
        _run(_buyWeth(10_000e6));
        _pass(INTERVAL);
        _fails(_buyWeth(10_001e6), ICageErrors.PositionCapExceeded.selector);
        _run(_buyWeth(10_000e6));
    }

    /// @notice What came is to come no more, also where the owner was the first to look.
    function test_I70_aFillThatTheOwnerBooksLeavesNoRoomTwice() public {
        Pledge memory p = _order(usdc, 30_000e6, weth, 15e18);
        _run(_sell(p));
        settlement.fill(address(cage), _digest(p), usdc, 10_000e6);
        weth.mint(address(cage), 5e18);
        vm.startPrank(owner);
        cage.deposit(address(usdc), 1e6);
        cage.withdraw(address(usdc), 1e6);
        cage.absorb(address(usdc));
        vm.stopPrank();
        _pass(INTERVAL);
        _fails(_buyWeth(20_001e6), ICageErrors.PositionCapExceeded.selector);
        _run(_buyWeth(20_000e6));
    }

    /// @notice What came for an order that is over came for none that is open.
    function test_I70_aFillIsThatOfTheOrderThatEnded() public {
        Pledge memory long = _order(usdc, 30_000e6, weth, 15e18);
        long.until = uint40(block.timestamp + 1 days);
        Pledge memory short = _order(usdc, 10_000e6, weth, 5e18);
        _run(_record(long));
        _pass(INTERVAL);
        _run(_sell(short));
        settlement.fill(address(cage), _digest(short), usdc, 10_000e6);
        weth.mint(address(cage), 5e18);
        _pass(2 hours);
        _fails(_buyWeth(10_001e6), ICageErrors.PositionCapExceeded.selector);
        _run(_buyWeth(10_000e6));
    }

    /// @notice Shortfalls add up, filled or not: each alone is within the drawdown.
    function test_I70_openPledgesShareADrawdown() public {
        vm.prank(owner);
        cage.setMaxDrawdownBps(6);
        Pledge memory p = _order(usdc, 4_000e6, weth, 1.98e18);
        _run(_record(p));
        _pass(INTERVAL);
        _fails(_record(p), ICageErrors.DrawdownExceeded.selector);
        _fails(_swap(usdc, 4_000e6, weth, 1.98e18), ICageErrors.DrawdownExceeded.selector);
        _run(_record(_order(usdc, 2_000e6, weth, 0.99e18)));
        _pass(1 hours + 1);
        _run(_record(_order(usdc, 4_000e6, weth, 1.98e18)));
    }

    /// @notice As many as the cage can watch; those that are over make room.
    function test_I70_openPledgesAreBounded() public {
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](17);
        for (uint256 i; i < calls.length; ++i) {
            calls[i] = _record(_order(usdc, 100e6, weth, 0.05e18))[0];
        }
        _fails(calls, ICageErrors.TooManyPledges.selector);
        assembly {
            mstore(calls, 16)
        }
        _run(calls);
        _pass(INTERVAL);
        _fails(_record(_order(usdc, 100e6, weth, 0.05e18)), ICageErrors.TooManyPledges.selector);
        _run(_record(_allowance(usdc, 100e6)));
        _pass(1 hours);
        _run(_record(_order(usdc, 100e6, weth, 0.05e18)));
    }

    // ------------------------------------------------------------ terms

    function test_I70_whatHasNoBoundIsRefused() public {
        Pledge memory p = _order(usdc, uint256(type(uint128).max) + 1, weth, 1e18);
        _fails(_record(p), ICageErrors.UnlimitedApproval.selector);
        p.legs[0].amount = type(int256).min;
        _fails(_record(p), ICageErrors.UnlimitedApproval.selector);
        p = _order(usdc, 1e6, weth, uint256(type(int256).max));
        _fails(_record(p), ICageErrors.UnlimitedApproval.selector);
        p = _order(usdc, 1e6, MockToken(payee), 1e18);
        _fails(_record(p), ICageErrors.AssetNotAllowed.selector);
        p = _order(usdc, 0, weth, 1e18);
        _fails(_record(p), ICageErrors.MalformedPledge.selector);
        p.legs = new Leg[](9);
        _fails(_record(p), ICageErrors.MalformedPledge.selector);
        p = _order(usdc, 1e6, weth, 1e18);
        p.until = uint40(block.timestamp + 1 days + 1);
        _fails(_record(p), ICageErrors.PledgeTooLong.selector);
        p.until = type(uint40).max;
        _fails(_record(p), ICageErrors.PledgeTooLong.selector);
        p.until = uint40(block.timestamp - 1);
        _fails(_record(p), ICageErrors.DeadlinePassed.selector);
    }

    function test_I70_whatGoesElsewhereIsRefused() public {
        for (uint256 i; i < 3; ++i) {
            Pledge memory p = _order(usdc, 1e6, weth, 1e18);
            p.kind = PledgeKind(i);
            p.to = thief;
            _fails(_record(p), ICageErrors.RecipientNotAllowed.selector);
            p.to = address(cage);
            p.spender = thief;
            _fails(_record(p), ICageErrors.SpenderNotAllowed.selector);
            p.spender = payee;
            _fails(_record(p), ICageErrors.SpenderNotAllowed.selector);
        }
    }

    function test_I70_aStalePriceIsNone() public {
        _run(_buyWeth(20_000e6));
        vm.warp(block.timestamp + STALENESS + 1);
        usdcFeed.setAnswer(1e8, block.timestamp);
        _fails(_record(_order(weth, 1e18, usdc, 2_000e6)), ICageErrors.PriceUnavailable.selector);
        _fails(_record(_order(usdc, 2_000e6, weth, 1e18)), ICageErrors.PriceUnavailable.selector);
    }

    // ------------------------------------------------------------ helpers

    function _buyWbtcLater(uint256 amountUsdc) private returns (IPolicyCage.Call[] memory) {
        _pass(INTERVAL);
        return _swap(usdc, amountUsdc, wbtc, amountUsdc * 100 / 60_000);
    }

    function _windowsAre(uint256 spentUsdc, uint256 lostUsdc) private view {
        assertApproxEqAbs(cage.windowSpentUsdc(), spentUsdc, 10_000);
        assertApproxEqAbs(cage.windowLostUsdc(), lostUsdc, 10_000);
    }
}
