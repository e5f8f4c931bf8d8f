// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {CageFixture} from "./CageFixture.sol";
import {IPolicyCage} from "../../tools/contracts/IPolicyCage.sol";
import {ICageErrors} from "../../tools/contracts/interfaces/ICageErrors.sol";
import {FeeToken} from "./mocks/Hostile.sol";
import {MockToken} from "./mocks/Mocks.sol";

/// @notice Shares, deposits, withdrawals and gifts.
contract PolicyCageSharesTest is CageFixture {
    function test_firstUsdcBuysOneShare() public view {
        assertEq(cage.totalShares(), 100_000e18);
        assertEq(cage.valuePerShare(), 1e18);
        assertEq(cage.highWaterMark(), 1e18);
    }

    function testFuzz_I33_depositAndWithdrawalMoveNoDrawdown(uint256 price, uint256 put, uint256 take)
        public
    {
        _run(_buyWeth(40_000e6));
        _setPrice(wethFeed, bound(price, 1, 10_000));
        uint256 bps = cage.drawdownBps();
        uint256 mark = cage.highWaterMark();
        vm.startPrank(owner);
        cage.deposit(address(usdc), bound(put, 1, 500_000e6));
        assertApproxEqAbs(cage.drawdownBps(), bps, 1);
        assertLe(cage.drawdownBps(), bps);
        cage.withdraw(address(usdc), bound(take, 1, 60_000e6));
        assertApproxEqAbs(cage.drawdownBps(), bps, 1);
        assertLe(cage.drawdownBps(), bps);
        assertEq(cage.highWaterMark(), mark);
    }

    /// @notice s41-donation.
    function test_I33_donationsCountForNothing() public {
        _run(_buyWeth(40_000e6));
        _setPrice(wethFeed, 1_900);
        uint256 bps = cage.drawdownBps();
        usdc.mint(address(cage), 1_000_000e6);
        weth.mint(address(cage), 1_000e18);
        wbtc.mint(address(cage), 1e8);
        vm.deal(address(cage), 100 ether); // as a selfdestruct would leave it
        assertEq(cage.drawdownBps(), bps);
        assertEq(cage.netAssetValueUsdc(), 98_000e6);
        assertEq(cage.positionValueUsdc(address(weth)), 38_000e6);
        uint256 mark = cage.highWaterMark();
        _pass(INTERVAL);
        _run(_swap(usdc, 1_900e6, weth, 1e18));
        assertEq(cage.highWaterMark(), mark);
        assertEq(cage.netAssetValueUsdc(), 98_000e6);
        wbtcFeed.setAnswer(0, block.timestamp);
        _pass(INTERVAL);
        wbtcFeed.setAnswer(0, block.timestamp);
        _run(_swap(usdc, 1_900e6, weth, 1e18)); // a gift without a price blocks nothing
    }

    function test_I33_giftsAreGuardedToo() public {
        weth.mint(address(cage), 10e18);
        _runReverts(
            _swapTo(weth, 10e18, usdc, 0, thief),
            abi.encodeWithSelector(ICageErrors.ValueLossExceeded.selector, 20_000e6, 200e6 + 10_000)
        );
    }

    function test_I66_absorb() public {
        usdc.mint(address(cage), 50_000e6);
        uint256 perShare = cage.valuePerShare();
        vm.prank(owner);
        assertEq(cage.absorb(address(usdc)), 50_000e18);
        assertEq(cage.valuePerShare(), perShare);
        assertEq(cage.netAssetValueUsdc(), 150_000e6);
    }

    /// @notice Shares are for what arrived, not for what was sent.
    function test_I8_aDepositIsWhatArrives() public {
        FeeToken fee = new FeeToken();
        _loosen(
            abi.encodeCall(
                cage.addAsset,
                (IPolicyCage.AssetConfig(address(fee), address(usdcFeed), STALENESS, 1e12, false))
            )
        );
        fee.mint(owner, 1_000e18);
        vm.startPrank(owner);
        fee.approve(address(cage), 1_000e18);
        assertEq(cage.deposit(address(fee), 1_000e18), 990e18);
        assertEq(cage.netAssetValueUsdc(), 100_990e6);
    }

    /// @notice What lay there before its asset was approved arrived unasked, and pays for nothing that goes.
    function test_I66_aGiftOfWhatIsApprovedLaterOffsetsNoLoss() public {
        MockToken other = new MockToken("OTHER", 18);
        other.mint(address(cage), 1_000e18);
        _loosen(
            abi.encodeCall(
                cage.addAsset,
                (IPolicyCage.AssetConfig(address(other), address(usdcFeed), STALENESS, 1e12, false))
            )
        );
        usdc.burn(address(cage), 1_000e6);
        assertEq(cage.netAssetValueUsdc(), 99_000e6);
        vm.prank(owner);
        assertEq(cage.absorb(address(other)), uint256(1_000e6) * 100_000e18 / 99_000e6);
    }

    function test_I66_aGiftOfCoinsBeforeTheirTokenIsApprovedOffsetsNoLoss() public {
        IPolicyCage.CageConfig memory c = _config();
        IPolicyCage.AssetConfig memory wrapped = c.assets[1];
        IPolicyCage.AssetConfig[] memory others = new IPolicyCage.AssetConfig[](2);
        (others[0], others[1]) = (c.assets[0], c.assets[2]);
        c.assets = others;
        cage = IPolicyCage(deployCode("PolicyCage.sol:PolicyCage", abi.encode(c)));
        vm.startPrank(owner);
        usdc.approve(address(cage), 100_000e6);
        cage.deposit(address(usdc), 100_000e6);
        vm.stopPrank();
        vm.deal(address(cage), 1 ether);
        _loosen(abi.encodeCall(cage.addAsset, (wrapped)));
        usdc.burn(address(cage), 2_000e6);
        assertEq(cage.netAssetValueUsdc(), 98_000e6);
    }

    function test_I53_whatGivesNoBalanceIsNotApproved() public {
        MockToken other = new MockToken("OTHER", 18);
        other.setBroken(true);
        bytes memory change = abi.encodeCall(
            cage.addAsset,
            (IPolicyCage.AssetConfig(address(other), address(usdcFeed), STALENESS, 1e12, false))
        );
        vm.startPrank(owner);
        cage.queue(change);
        vm.warp(block.timestamp + DELAY);
        (bool ok, bytes memory reason) = address(cage).call(change);
        assertFalse(ok);
        assertEq(reason, abi.encodeWithSelector(ICageErrors.BalanceUnreadable.selector, other));
    }

    function test_I33_withdraw_giftsFirstAndStrangeTokens() public {
        usdc.mint(address(cage), 10e6);
        vm.startPrank(owner);
        assertEq(cage.withdraw(address(usdc), 10e6), 0);
        assertEq(cage.withdraw(address(usdc), 10e6), 10e18);
        MockToken junk = new MockToken("JUNK", 18);
        junk.mint(address(cage), 5);
        assertEq(cage.withdraw(address(junk), 5), 0);
        vm.deal(address(cage), 1 ether);
        cage.withdraw(0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE, 1 ether);
        assertEq(owner.balance, 1 ether);
    }

    function test_withdraw_worksInAPriceOutage() public {
        _run(_buyWeth(40_000e6));
        wethFeed.setAnswer(0, block.timestamp);
        vm.startPrank(owner);
        cage.withdraw(address(weth), 20e18);
        cage.withdraw(address(usdc), 60_000e6);
        assertEq(cage.totalShares(), 0);
    }

    function test_I30_drawdownSurvivesEmptyingTheCage() public {
        _run(_buyWeth(40_000e6));
        _setPrice(wethFeed, 1_500);
        assertEq(cage.drawdownBps(), 1_000);
        vm.startPrank(owner);
        cage.withdraw(address(weth), 20e18);
        cage.withdraw(address(usdc), 60_000e6);
        assertEq(cage.totalShares(), 0);
        cage.deposit(address(usdc), 10_000e6);
        assertEq(cage.drawdownBps(), 1_000);
    }

    function test_I10_error_depositsNeedThePrices() public {
        _run(_buyWeth(40_000e6));
        wethFeed.setAnswer(0, block.timestamp);
        vm.startPrank(owner);
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.PriceUnavailable.selector, weth));
        cage.deposit(address(usdc), 1e6);
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.AssetNotAllowed.selector, thief));
        cage.deposit(thief, 1e6);
    }

    function test_I10_error_giftWithoutAPriceIsNotAbsorbed() public {
        wbtc.mint(address(cage), 1e8);
        wbtcFeed.setAnswer(0, block.timestamp);
        vm.prank(owner);
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.PriceUnavailable.selector, wbtc));
        cage.absorb(address(wbtc));
    }

    function test_error_sharesThatAreWorthNothing() public {
        usdc.burn(address(cage), 100_000e6);
        vm.prank(owner);
        vm.expectRevert(ICageErrors.NothingToShare.selector);
        cage.deposit(address(usdc), 1e6);
    }

    function test_I30_drawdownOfNothing() public {
        vm.prank(owner);
        cage.withdraw(address(usdc), 100_000e6);
        assertEq(cage.drawdownBps(), 0);
    }

    function test_I32_error_ownerOnly() public {
        vm.startPrank(operator);
        bytes memory reason = abi.encodeWithSelector(ICageErrors.Unauthorized.selector, operator);
        vm.expectRevert(reason);
        cage.deposit(address(usdc), 1);
        vm.expectRevert(reason);
        cage.withdraw(address(usdc), 1);
        vm.expectRevert(reason);
        cage.absorb(address(usdc));
        vm.expectRevert(reason);
        cage.withdrawPosition(address(venue), 1);
        vm.expectRevert(reason);
        cage.absorbPosition(address(venueReader), 0);
    }
}
