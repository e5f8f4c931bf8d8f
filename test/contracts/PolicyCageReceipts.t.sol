// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IPolicyCage} from "../../tools/contracts/IPolicyCage.sol";
import {ICageErrors} from "../../tools/contracts/interfaces/ICageErrors.sol";
import {PeggedToken} from "./mocks/Receipts.sol";
import {PositionsFixture} from "./PositionsFixture.sol";

/// @notice Receipts and debt: aTokens and vault shares are exposure to their underlying, debt lowers the net asset value.
contract PolicyCageReceiptsTest is PositionsFixture {
    function setUp() public override {
        super.setUp();
        _run(_buyWeth(WETH_CAP));
        _pass(1 days + 1 hours);
    }

    // ------------------------------------------------------------ hidden positions

    /// @notice s42-hidden-position: buy to the cap, park, buy again.
    function test_I30_hiddenPositionInAToken() public {
        _run(_supply(25e18));
        assertEq(weth.balanceOf(address(cage)), 0);
        assertEq(cage.positionValueUsdc(address(weth)), WETH_CAP);
        _pass(1 days + 1 hours);
        _denyOneMore(1);
    }

    /// @notice s42-hidden-position, in ERC-4626 shares.
    function test_I30_hiddenPositionInVault() public {
        _run(_deposit(25e18));
        assertApproxEqAbs(cage.positionValueUsdc(address(weth)), WETH_CAP, 1);
        _pass(1 days + 1 hours);
        _denyOneMore(2);
    }

    /// @notice s42-hidden-position, spread over all kinds.
    function test_I30_hiddenPositionSpread() public {
        _run(_supply(10e18));
        _pass(1 days + 1 hours);
        _run(_deposit(10e18));
        _pass(1 days + 1 hours);
        _denyOneMore(2);
        _run(_take(10e18, address(cage)));
        _pass(1 days + 1 hours);
        _denyOneMore(2);
    }

    /// @notice Shares of an underlying that gains are worth more, up to the guarded rate.
    function test_I30_vaultInterestGrowsThePosition() public {
        _run(_deposit(20e18));
        _pass(30 days);
        weth.mint(address(vault), 10.2e18); // 1 % in a month
        uint256 before = cage.positionValueUsdc(address(weth));
        assertApproxEqRel(before, WETH_CAP + 400e6, 1e12);
    }

    function test_parkingKeepsTheValueAndIsRisk() public {
        uint256 nav = cage.netAssetValueUsdc();
        _run(_supply(5e18));
        assertEq(cage.lastRebalanceAt(), block.timestamp);
        _pass(INTERVAL);
        _run(_deposit(5e18));
        assertApproxEqAbs(cage.netAssetValueUsdc(), nav, 1);
        _runReverts(
            _supply(1e18),
            abi.encodeWithSelector(
                ICageErrors.RebalanceTooSoon.selector, block.timestamp, block.timestamp + INTERVAL
            )
        );
    }

    // ------------------------------------------------------------ exits

    /// @notice s72-breach-exit: what is parked comes back in a breach, a pause and a price outage.
    function test_I34_unparkingIsAnExit() public {
        _run(_supply(10e18));
        _pass(INTERVAL);
        _run(_deposit(10e18));
        _setPrice(wethFeed, 1_000);
        vm.prank(guardian);
        cage.pause();
        _run(_take(4e18, address(cage))); // one wei more than the receipts that go
        _run(_redeem(vault.balanceOf(address(cage)) / 3, address(cage)));
        wethFeed.setAnswer(0, block.timestamp);
        _run(_take(4e18, address(cage)));
        _run(_redeem(vault.balanceOf(address(cage)), address(cage)));
        assertEq(vault.balanceOf(address(cage)), 0);
    }

    /// @notice What cannot be read counts as last booked: risk waits, exits elsewhere pass, and in the protocol itself
    /// what only brings in.
    function test_I34_unparkingFromABrokenVault() public {
        _run(_deposit(10e18));
        vault.setBroken(true);
        _pass(INTERVAL);
        bytes memory reason = abi.encodeWithSelector(
            ICageErrors.PositionUnreadable.selector, vaultReader, keccak256(abi.encode(vault))
        );
        _runReverts(_swap(usdc, 1_000e6, weth, 5e17), reason);
        vm.expectRevert(reason);
        cage.netAssetValueUsdc();
        _run(_sellWeth(1e18, 2_000));
        vm.mockCall(
            address(vault), abi.encodeWithSelector(vault.convertToAssets.selector), abi.encode(1 << 200)
        );
        vm.expectRevert(reason);
        cage.netAssetValueUsdc();
        _runReverts(_deposit(1e18), reason);
        _run(_redeem(vault.balanceOf(address(cage)), address(cage)));
        assertEq(_count(), 0);
    }

    /// @notice What comes back may round up by a speck; what is bought beside it is bought.
    function test_I30_aPurchaseBesideWhatComesBackIsRisk() public {
        _run(_sellWeth(5e18, 2_000));
        _run(_supply(10e18));
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](3);
        calls[0] = _take(1e18, address(cage))[0];
        (calls[1], calls[2]) = (_buyWeth(1_000e6)[0], _buyWeth(1_000e6)[1]);
        _fails(calls, ICageErrors.RebalanceTooSoon.selector);
        _pass(INTERVAL);
        _run(calls);
        assertEq(cage.lastRebalanceAt(), block.timestamp);
    }

    function test_error_receiptsOrTheirUnderlyingToAThief() public {
        _run(_supply(10e18));
        _pass(INTERVAL);
        _run(_deposit(10e18));
        bytes4 loss = ICageErrors.ValueLossExceeded.selector;
        _fails(_take(1e18, thief), loss);
        _fails(_redeem(1e18, thief), loss);
        IPolicyCage.Call[] memory calls = _deposit(1e18);
        calls[1].data = abi.encodeCall(vault.deposit, (1e18, thief));
        _pass(INTERVAL);
        _fails(calls, loss);
    }

    /// @notice Positions are no means of payment: their tokens are no assets.
    function test_error_receiptsPaidToARecipient() public {
        _run(_supply(10e18));
        _fails(
            _calls(address(aWeth), 0, abi.encodeCall(IERC20.transfer, (payee, 1e18))),
            ICageErrors.TargetNotAllowed.selector
        );
    }

    // ------------------------------------------------------------ gifts

    /// @notice s41-donation, to the vault that the cage has shares of: only a growth that may be interest counts.
    function testFuzz_I33_donationToTheVaultIsNoProfit(uint256 gift, uint256 later) public {
        _run(_deposit(20e18));
        uint256 nav = cage.netAssetValueUsdc();
        uint256 bps = cage.drawdownBps();
        weth.mint(address(vault), bound(gift, 1, 100_000e18));
        assertApproxEqAbs(cage.netAssetValueUsdc(), nav, 1);
        assertApproxEqAbs(cage.drawdownBps(), bps, 1);
        later = bound(later, 1, 365 days);
        _pass(later);
        assertLe(cage.netAssetValueUsdc(), nav + 40_000e6 * later / 365 days + 1);
    }

    /// @notice A rate that was lifted for the moment buys nothing: the shares that it gives look too dear.
    function test_I33_liftedVaultIsNoBargain() public {
        _run(_deposit(5e18));
        _pass(INTERVAL);
        weth.mint(address(vault), 500e18);
        _fails(_deposit(5e18), ICageErrors.ValueLossExceeded.selector);
    }

    function test_I33_vaultLossCountsAtOnceAndMayRecover() public {
        _run(_deposit(20e18));
        uint256 nav = cage.netAssetValueUsdc();
        weth.burn(address(vault), 102e18); // a tenth
        assertApproxEqAbs(cage.netAssetValueUsdc(), nav - 4_000e6, 10);
        _run(_sellWeth(1e18, 2_000));
        weth.mint(address(vault), 102e18);
        assertApproxEqAbs(cage.netAssetValueUsdc(), nav, 10);
    }

    /// @notice Units that arrived unasked wait for the owner; interest is the index's, and counts.
    function test_I33_givenUnitsWaitForTheOwner() public {
        _run(_supply(20e18));
        uint256 nav = cage.netAssetValueUsdc();
        aWeth.mint(address(cage), 1e18);
        assertEq(cage.netAssetValueUsdc(), nav);
        uint256 perShare = cage.valuePerShare();
        vm.startPrank(owner);
        assertEq(cage.absorbPosition(address(poolReader), _key(aWeth)), 2_000e18);
        assertEq(cage.netAssetValueUsdc(), nav + 2_000e6);
        assertEq(cage.valuePerShare(), perShare);
        assertEq(cage.withdraw(address(aWeth), 1e18), 2_000e18);
        assertEq(aWeth.balanceOf(owner), 1e18);
        assertEq(cage.valuePerShare(), perShare);
    }

    // ------------------------------------------------------------ debt

    function test_debtLowersTheValueAndNoExposure() public {
        uint256 nav = cage.netAssetValueUsdc();
        _run(_borrow(debtUsdc, 10_000e6, address(cage)));
        assertEq(cage.netAssetValueUsdc(), nav);
        assertEq(cage.positionValueUsdc(address(usdc)), 60_000e6);
        assertEq(cage.lastRebalanceAt(), block.timestamp);
        debtUsdc.mint(address(cage), 1_000e6); // interest
        assertEq(cage.netAssetValueUsdc(), nav - 1_000e6);
        assertEq(cage.drawdownBps(), 100);
    }

    function test_error_borrowForAThiefOrInABreach() public {
        _fails(_borrow(debtUsdc, 1_000e6, thief), ICageErrors.ValueLossExceeded.selector);
        _setPrice(wethFeed, 1_000);
        _fails(_borrow(debtUsdc, 1_000e6, address(cage)), ICageErrors.DrawdownExceeded.selector);
        wethFeed.setAnswer(0, block.timestamp);
        _fails(_borrow(debtWeth, 1e18, address(cage)), ICageErrors.PriceUnavailable.selector);
    }

    /// @notice s72-breach-exit: paying back is an exit, also when it takes a base asset; paying more is not.
    function test_I34_repayingIsAnExit() public {
        _run(_sellWeth(2e18, 2_000));
        _run(_borrow(debtUsdc, 10_000e6, address(cage)));
        _pass(INTERVAL);
        _run(_borrow(debtWeth, 1e18, address(cage)));
        _setPrice(wethFeed, 1_000);
        vm.prank(guardian);
        cage.pause();
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](3);
        IPolicyCage.Call[] memory repay = _repay(debtUsdc, 1_000e6);
        (calls[0], calls[1]) = (repay[0], repay[1]);
        calls[2] = _call(address(usdc), abi.encodeCall(IERC20.transfer, (payee, 1e6)));
        _fails(calls, ICageErrors.CagePaused.selector);
        calls = new IPolicyCage.Call[](4);
        IPolicyCage.Call[] memory buy = _swap(usdc, 1_000e6, weth, 1e18);
        (calls[0], calls[1], calls[2], calls[3]) = (repay[0], repay[1], buy[0], buy[1]);
        _fails(calls, ICageErrors.CagePaused.selector);
        _run(repay);
        wethFeed.setAnswer(0, block.timestamp);
        _run(_repay(debtWeth, 1e18));
        assertEq(debtWeth.balanceOf(address(cage)), 0);
    }

    /// @notice Repaying counts only what exceeds the debt's fall, in the window and in the hot lane.
    function test_I34_repayingIsNoSpend() public {
        _run(_borrow(debtUsdc, 10_000e6, address(cage)));
        (uint256 spent, uint256 unguarded) = (cage.windowSpentUsdc(), cage.windowUnguardedUsdc());
        _run(_repay(debtUsdc, 2_000e6));
        assertEq(cage.windowSpentUsdc(), spent);
        assertEq(cage.windowUnguardedUsdc(), unguarded);
        vm.prank(owner);
        cage.setHotLane(1_000e6);
        _run(_repay(debtUsdc, 6_000e6));
        assertEq(cage.windowUnguardedUsdc(), unguarded);
        IPolicyCage.Call[] memory repay = _repay(debtUsdc, 2_000e6);
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](3);
        (calls[0], calls[1]) = (repay[0], repay[1]);
        calls[2] = _call(address(usdc), abi.encodeCall(IERC20.transfer, (payee, 1_000e6 - unguarded)));
        _pass(INTERVAL);
        _run(calls);
        assertEq(cage.windowSpentUsdc(), spent + 1_000e6 - unguarded);
        assertEq(cage.windowUnguardedUsdc(), 1_000e6);
    }

    /// @notice s41-donation: an outsider repays for the cage.
    function test_I33_repaidByAStrangerIsNoProfit() public {
        _run(_borrow(debtUsdc, 10_000e6, address(cage)));
        uint256 nav = cage.netAssetValueUsdc();
        debtUsdc.burn(address(cage), 4_000e6);
        assertEq(cage.netAssetValueUsdc(), nav);
        _run(_repay(debtUsdc, 1_000e6));
        assertEq(cage.netAssetValueUsdc(), nav);
        vm.prank(owner);
        assertEq(cage.absorbPosition(address(poolReader), _key(debtUsdc)), 4_000e18);
        assertEq(cage.netAssetValueUsdc(), nav + 4_000e6);
        assertEq(cage.valuePerShare(), 1e18);
    }

    /// @notice What is owed and nothing else is no contribution.
    function test_error_aDebtIsNotAbsorbed() public {
        debtUsdc.mint(address(cage), 1e6);
        vm.prank(owner);
        vm.expectRevert(ICageErrors.NothingToShare.selector);
        cage.absorbPosition(address(poolReader), _key(debtUsdc));
    }

    function test_error_debtWithoutAPriceEver() public {
        wbtcFeed.setAnswer(0, block.timestamp);
        cage = IPolicyCage(deployCode("PolicyCage.sol:PolicyCage", abi.encode(_config())));
        PeggedToken debt = new PeggedToken("dWBTC", wbtc, true);
        _loosen(abi.encodeCall(cage.setPlace, (_key(debt), true)));
        wbtcFeed.setAnswer(0, block.timestamp);
        _fails(_borrow(debt, 1e8, address(cage)), ICageErrors.PriceUnavailable.selector);
    }

    function test_error_debtWithoutAFreshPrice() public {
        _run(_sellWeth(2e18, 2_000));
        _run(_borrow(debtWeth, 1e18, address(cage)));
        _run(_sellWeth(24e18, 2_000));
        wethFeed.setAnswer(0, block.timestamp);
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.PriceUnavailable.selector, weth));
        cage.netAssetValueUsdc();
    }

    // ------------------------------------------------------------ helpers

    /// @dev Half a WETH more is half a WETH too much.
    function _denyOneMore(uint256 tolerance) private {
        bytes32 permitId = _permit();
        IPolicyCage.Call[] memory calls = _swap(usdc, 1_000e6, weth, 5e17);
        vm.prank(operator);
        try cage.execute(calls, block.timestamp, permitId, "") {
            revert("bought above the cap");
        } catch (bytes memory reason) {
            assertEq(bytes4(reason), ICageErrors.PositionCapExceeded.selector);
            (, uint256 value, uint256 cap) = abi.decode(_args(reason), (address, uint256, uint256));
            assertApproxEqAbs(value, WETH_CAP + 1_000e6, tolerance);
            assertEq(cap, WETH_CAP);
        }
    }

    function _args(bytes memory reason) private pure returns (bytes memory args) {
        args = new bytes(reason.length - 4);
        for (uint256 i; i < args.length; ++i) {
            args[i] = reason[i + 4];
        }
    }
}
