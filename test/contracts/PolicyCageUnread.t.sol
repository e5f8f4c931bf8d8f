// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {CageFixture} from "./CageFixture.sol";
import {IPolicyCage} from "../../tools/contracts/IPolicyCage.sol";
import {ICageErrors} from "../../tools/contracts/interfaces/ICageErrors.sol";
import {MockExchange, MockToken} from "./mocks/Mocks.sol";

/// @notice A cage of 5 WETH, a sixth of a WBTC and 80 000 USDC, whose WETH gives no balance.
contract PolicyCageUnreadTest is CageFixture {
    bytes private _unread;

    function setUp() public override {
        super.setUp();
        _run(_buyWeth(10_000e6));
        _pass(INTERVAL);
        _run(_swap(usdc, 10_000e6, wbtc, uint256(10_000e8) / 60_000));
        _pass(INTERVAL);
        _unread = abi.encodeWithSelector(ICageErrors.BalanceUnreadable.selector, weth);
        weth.setBroken(true);
    }

    /// @notice What was booked is booked still, and worth what nobody can tell until it answers.
    function test_I53_itCountsAsLastBooked() public {
        _run(_revoke());
        vm.expectRevert(_unread);
        cage.netAssetValueUsdc();
        vm.expectRevert(_unread);
        cage.poke();
        weth.setBroken(false);
        assertApproxEqAbs(cage.netAssetValueUsdc(), 100_000e6, 1e6);
        assertEq(cage.positionValueUsdc(address(weth)), 10_000e6);
    }

    /// @notice A token that is no contract any more gives no balance; that is not one of nothing.
    function test_I53_whatIsNoContractGivesNoBalance() public {
        weth.setBroken(false);
        vm.etch(address(weth), "");
        vm.expectRevert(_unread);
        cage.netAssetValueUsdc();
    }

    /// @notice A gift beside it stays one.
    function test_I66_aGiftBesideItStaysOne() public {
        weth.setBroken(false);
        weth.mint(address(cage), 1e18);
        _run(_revoke());
        weth.setBroken(true);
        _run(_revoke());
        weth.setBroken(false);
        _run(_revoke());
        assertEq(cage.positionValueUsdc(address(weth)), 10_000e6);
    }

    function test_I10_onlyExitsPass() public {
        _runReverts(_swap(usdc, 600e6, wbtc, 1e6), _unread);
        _runReverts(_calls(address(usdc), 0, abi.encodeCall(IERC20.approve, (address(exchange), 1))), _unread);
        _runReverts(_calls(address(usdc), 0, abi.encodeCall(IERC20.transfer, (payee, 1e6))), _unread);
        _runReverts(_calls(address(weth), 0, abi.encodeCall(IERC20.transfer, (payee, 1e18))), _unread);
        vm.prank(guardian);
        cage.pause();
        _runReverts(_calls(address(exchange), 0, _bundle(new bytes[](0))), _unread);
        _run(_swap(wbtc, 1e6, usdc, 600e6));
        _run(_revoke());
    }

    /// @notice What nobody can see raises no mark, whatever the rest does.
    function test_I66_theMarkWaitsForIt() public {
        uint256 mark = cage.highWaterMark();
        _setPrice(wbtcFeed, 90_000);
        for (uint256 i; i < 8; ++i) {
            _pass(10 minutes);
            _run(_revoke());
        }
        assertEq(cage.highWaterMark(), mark);
        weth.setBroken(false);
        for (uint256 i; i < 8; ++i) {
            _pass(10 minutes);
            _run(_revoke());
        }
        assertGt(cage.highWaterMark(), mark);
    }

    /// @notice All of it may have left in an exit: for a stolen key that is the guardian's to sign.
    function test_I34_exitsCountAllOfIt() public {
        _pass(1 days);
        vm.prank(owner);
        cage.setHotLane(5_000e6);
        IPolicyCage.Call[] memory exit = _swap(wbtc, 1e6, usdc, 600e6);
        bytes memory reason = abi.encodeWithSelector(ICageErrors.GuardianRequired.selector, 10_600e6, 5_000e6);
        _runReverts(exit, reason);
        _runSigned(exit);
        // Unseen it goes for a trifle.
        _runReverts(
            _swap(weth, 5e18, usdc, 1e6),
            abi.encodeWithSelector(ICageErrors.GuardianRequired.selector, 10_000e6, 5_000e6)
        );
        vm.prank(owner);
        cage.execute(exit, block.timestamp, _permit(), "");
    }

    /// @notice What appears when it answers again within an action is no income of it.
    function test_I66_whatAnswersAgainPaysForNoLoss() public {
        bytes[] memory inner = new bytes[](2);
        inner[0] =
            abi.encodeCall(MockExchange.poke, (address(weth), abi.encodeCall(MockToken.setBroken, (false))));
        inner[1] = abi.encodeCall(MockExchange.swap, (wbtc, 1e7, usdc, 1e6, address(cage)));
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](2);
        calls[0] = _call(address(wbtc), abi.encodeCall(IERC20.approve, (address(exchange), 1e7)));
        calls[1] = _call(address(exchange), _bundle(inner));
        bytes32 permitId = _permit();
        vm.expectPartialRevert(ICageErrors.ValueLossExceeded.selector);
        vm.prank(operator);
        cage.execute(calls, block.timestamp, permitId, "");
    }

    /// @notice What falls silent within an action is as before the call after which it did.
    function test_I53_whatFallsSilentIsAsItWasLast() public {
        weth.setBroken(false);
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](3);
        (calls[0], calls[1]) = (_sellWeth(1e18, 2_000)[0], _sellWeth(1e18, 2_000)[1]);
        calls[2] = _call(
            address(exchange),
            abi.encodeCall(MockExchange.poke, (address(weth), abi.encodeCall(MockToken.setBroken, (true))))
        );
        _run(calls);
        // 2 000 sold, and 8 000 that may have left.
        assertEq(cage.windowUnguardedUsdc(), 30_000e6);
        weth.setBroken(false);
        assertEq(cage.positionValueUsdc(address(weth)), 8_000e6);
        assertApproxEqAbs(cage.netAssetValueUsdc(), 100_000e6, 1e6);
    }

    /// @notice What the owner takes of it takes its shares along.
    function test_withdrawnUnseenItIsGone() public {
        vm.prank(owner);
        cage.withdraw(address(weth), 2e18);
        weth.setBroken(false);
        assertEq(cage.positionValueUsdc(address(weth)), 6_000e6);
        assertApproxEqAbs(cage.totalShares(), 96_000e18, 1e18);
        assertApproxEqAbs(cage.valuePerShare(), 1e18, 1e12);
    }

    /// @notice The coins beside it are of it.
    function test_withdrawnUnseenAsCoinsItIsGone() public {
        weth.setBroken(false);
        _run(_calls(address(weth), 0, abi.encodeWithSignature("withdraw(uint256)", 2e18)));
        weth.setBroken(true);
        vm.prank(owner);
        cage.withdraw(0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE, 2e18);
        weth.setBroken(false);
        assertEq(cage.positionValueUsdc(address(weth)), 6_000e6);
        assertApproxEqAbs(cage.totalShares(), 96_000e18, 1e18);
    }

    function test_nothingIsPaidInBesideIt() public {
        vm.prank(owner);
        vm.expectRevert(_unread);
        cage.deposit(address(usdc), 1e6);
        vm.deal(owner, 1 ether);
        vm.startPrank(owner);
        weth.deposit{value: 1 ether}();
        weth.approve(address(cage), 1 ether);
        vm.expectRevert(_unread);
        cage.deposit(address(weth), 1 ether);
        vm.stopPrank();
    }

    /// @notice Where nothing of it is booked it stops nothing but its own deposits.
    function test_whatIsNotHeldStopsNothing() public {
        weth.setBroken(false);
        _run(_swap(wbtc, wbtc.balanceOf(address(cage)), usdc, 9_990e6));
        wbtc.setBroken(true);
        _run(_buyWeth(600e6));
        wbtc.mint(owner, 1e8);
        vm.startPrank(owner);
        cage.deposit(address(usdc), 1e6);
        wbtc.approve(address(cage), 1e8);
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.BalanceUnreadable.selector, wbtc));
        cage.deposit(address(wbtc), 1e8);
        vm.stopPrank();
    }

    function _revoke() private view returns (IPolicyCage.Call[] memory) {
        return _calls(address(usdc), 0, abi.encodeCall(IERC20.approve, (address(exchange), 0)));
    }

    function _bundle(bytes[] memory inner) private pure returns (bytes memory) {
        return abi.encodeCall(MockExchange.multicall, (inner));
    }
}
