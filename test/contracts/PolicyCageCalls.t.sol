// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {CageFixture} from "./CageFixture.sol";
import {IPolicyCage} from "../../tools/contracts/IPolicyCage.sol";
import {ICageErrors} from "../../tools/contracts/interfaces/ICageErrors.sol";
import {Pledge} from "../../tools/contracts/interfaces/Position.sol";
import {Permit2Checker} from "../../tools/protocols/permit2/contracts/Permit2Checker.sol";
import {CallData} from "../../tools/contracts/libraries/CallData.sol";
import {MockExchange, MockToken} from "./mocks/Mocks.sol";

/// @notice Who may act, and what may be called.
contract PolicyCageCallsTest is CageFixture {
    address private constant PERMIT2 = 0x000000000022D473030F116dDEE9F6B43aC78BA3;

    function test_swap() public {
        _run(_buyWeth(10_000e6));
        assertEq(weth.balanceOf(address(cage)), 5e18);
        assertEq(cage.positionValueUsdc(address(weth)), 10_000e6);
        assertEq(cage.windowSpentUsdc(), 10_000e6);
        assertEq(cage.lastRebalanceAt(), block.timestamp);
    }

    function test_I31_operatorOnly() public {
        IPolicyCage.Call[] memory calls = _buyWeth(1e6);
        bytes memory reason = abi.encodeWithSelector(ICageErrors.Unauthorized.selector, thief);
        vm.expectRevert(reason);
        vm.prank(thief);
        cage.execute(calls, block.timestamp, "p", "");
        reason = abi.encodeWithSelector(ICageErrors.Unauthorized.selector, owner);
        vm.expectRevert(reason);
        vm.prank(owner);
        cage.execute(calls, block.timestamp, "p", "");
        calls = _calls(address(usdc), 0, abi.encodeCall(IERC20.transfer, (payee, 1)));
        vm.expectRevert(reason);
        vm.prank(owner);
        cage.execute(calls, block.timestamp, "p", "");
    }

    function test_I20_deadline() public {
        IPolicyCage.Call[] memory calls = _buyWeth(1e6);
        uint256 deadline = block.timestamp - 1;
        vm.expectRevert(
            abi.encodeWithSelector(ICageErrors.DeadlinePassed.selector, block.timestamp, deadline)
        );
        vm.prank(operator);
        cage.execute(calls, deadline, "p", "");
        vm.prank(operator);
        cage.execute(calls, block.timestamp, "p", "");
    }

    function test_I13_permitTwice() public {
        vm.startPrank(operator);
        cage.execute(_buyWeth(1e6), block.timestamp, "p", "");
        assertTrue(cage.permitUsed("p"));
        IPolicyCage.Call[] memory calls = _sellWeth(1e12, 2_000);
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.PermitAlreadyUsed.selector, bytes32("p")));
        cage.execute(calls, block.timestamp, "p", "");
    }

    /// @notice A stolen key uses up none of the owner's permits, nor the owner one of its own twice.
    function test_I34_eachHasPermitsOfTheirOwn() public {
        _run(_buyWeth(1e6));
        vm.prank(operator);
        cage.execute(new IPolicyCage.Call[](0), block.timestamp, "p", "");
        IPolicyCage.Call[] memory exit = _sellWeth(1e12, 2_000);
        vm.startPrank(owner);
        (bool ok,) = address(cage).call(abi.encodeCall(cage.execute, (exit, block.timestamp, "p", "")));
        assertTrue(ok);
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.PermitAlreadyUsed.selector, bytes32("p")));
        cage.execute(exit, block.timestamp, "p", "");
        cage.execute(exit, block.timestamp, "q", "");
        assertTrue(cage.permitUsed("q"));
    }

    function test_I31_unknownTargetAndSelector() public {
        _denied(thief, abi.encodeCall(IERC20.totalSupply, ()));
        _denied(address(exchange), hex"deadbeef");
        _denied(address(exchange), hex"dead");
        _denied(address(usdc), abi.encodeCall(IERC20.transferFrom, (address(cage), thief, 1)));
        _denied(address(usdc), abi.encodeWithSignature("increaseAllowance(address,uint256)", exchange, 1));
        _denied(address(usdc), abi.encodeWithSignature("setApprovalForAll(address,bool)", exchange, true));
        _denied(address(cage), abi.encodeCall(cage.pause, ()));
        _denied(address(cage), "");
    }

    function test_I31_setApprovalForAllEvenWhenListed() public {
        _allow(address(exchange), 0xa22cb465);
        _denied(address(exchange), abi.encodeWithSelector(0xa22cb465, thief, true));
    }

    function test_I31_approve() public {
        _run(_calls(address(usdc), 0, abi.encodeCall(IERC20.approve, (address(exchange), (1 << 255) - 1))));
        _run(_calls(address(usdc), 0, abi.encodeCall(IERC20.approve, (thief, 0))));
        _runReverts(
            _calls(address(usdc), 0, abi.encodeCall(IERC20.approve, (thief, 1))),
            abi.encodeWithSelector(ICageErrors.SpenderNotAllowed.selector, usdc, thief)
        );
        // What may be paid may not take.
        _runReverts(
            _calls(address(usdc), 0, abi.encodeCall(IERC20.approve, (payee, 1))),
            abi.encodeWithSelector(ICageErrors.SpenderNotAllowed.selector, usdc, payee)
        );
        uint256[2] memory amounts = [uint256(1 << 255), type(uint256).max];
        for (uint256 i; i < 2; ++i) {
            _runReverts(
                _calls(address(usdc), 0, abi.encodeCall(IERC20.approve, (address(exchange), amounts[i]))),
                abi.encodeWithSelector(ICageErrors.UnlimitedApproval.selector, usdc, exchange, amounts[i])
            );
        }
        MockToken other = new MockToken("OTHER", 18);
        _denied(address(other), abi.encodeCall(IERC20.approve, (address(exchange), 1)));
    }

    /// @notice Where it is listed it is held to the rules of an approval; none takes authority away, that of nothing neither.
    function test_I31_increaseAllowance() public {
        bytes4 increase = 0x39509351;
        _allow(address(usdc), increase);
        vm.mockCall(address(usdc), abi.encodeWithSelector(increase), abi.encode(true));
        IPolicyCage.Call[] memory nothing =
            _calls(address(usdc), 0, abi.encodeWithSelector(increase, exchange, 0));
        _run(nothing);
        _run(_calls(address(usdc), 0, abi.encodeWithSelector(increase, exchange, 1)));
        _runReverts(
            _calls(address(usdc), 0, abi.encodeWithSelector(increase, thief, 1)),
            abi.encodeWithSelector(ICageErrors.SpenderNotAllowed.selector, usdc, thief)
        );
        _runReverts(
            _calls(address(usdc), 0, abi.encodeWithSelector(increase, exchange, 1 << 255)),
            abi.encodeWithSelector(ICageErrors.UnlimitedApproval.selector, usdc, exchange, 1 << 255)
        );
        vm.prank(guardian);
        cage.pause();
        _runReverts(nothing, abi.encodeWithSelector(ICageErrors.CagePaused.selector));
    }

    function test_error_malformed() public {
        _runReverts(
            _calls(address(usdc), 0, abi.encodeWithSelector(IERC20.approve.selector, exchange)),
            abi.encodeWithSelector(ICageErrors.MalformedCall.selector, usdc, IERC20.approve.selector)
        );
    }

    function test_I31_permit2() public {
        vm.etch(PERMIT2, hex"00");
        bytes4 approve = 0x87517c45;
        bytes memory data = abi.encodeWithSelector(approve, usdc, exchange, 1e6, type(uint48).max);
        _denied(PERMIT2, data);
        address checker = address(new Permit2Checker(PERMIT2));
        bytes4[5] memory listed = [approve, 0xcc53287f, 0x65d9723c, 0x3ff9dcb1, 0x12345678];
        for (uint256 i; i < listed.length; ++i) {
            _allow(PERMIT2, listed[i], checker, address(0));
        }
        _run(_calls(PERMIT2, 0, data));
        _run(_calls(address(usdc), 0, abi.encodeCall(IERC20.approve, (PERMIT2, 1e6))));
        _runReverts(
            _calls(PERMIT2, 0, abi.encodeWithSelector(approve, usdc, exchange, type(uint160).max, 0)),
            abi.encodeWithSelector(ICageErrors.UnlimitedApproval.selector, usdc, exchange, type(uint160).max)
        );
        _runReverts(
            _calls(PERMIT2, 0, abi.encodeWithSelector(approve, usdc, thief, 1, 0)),
            abi.encodeWithSelector(ICageErrors.SpenderNotAllowed.selector, usdc, thief)
        );
        _runReverts(
            _calls(PERMIT2, 0, abi.encodeWithSelector(approve, thief, exchange, 1, 0)),
            abi.encodeWithSelector(ICageErrors.AssetNotAllowed.selector, thief)
        );
        _runReverts(
            _calls(PERMIT2, 0, abi.encodeWithSelector(approve, usdc, exchange)),
            abi.encodeWithSelector(ICageErrors.MalformedCall.selector, PERMIT2, approve)
        );
        _denied(PERMIT2, hex"12345678");
        // What takes authority back passes a pause; what gives some does not.
        vm.prank(guardian);
        cage.pause();
        _run(_calls(PERMIT2, 0, abi.encodeWithSelector(approve, usdc, thief, 0, 0)));
        _run(_calls(PERMIT2, 0, abi.encodeWithSelector(bytes4(0xcc53287f), new address[2][](0))));
        _run(_calls(PERMIT2, 0, abi.encodeWithSelector(bytes4(0x65d9723c), usdc, exchange, 1)));
        _run(_calls(PERMIT2, 0, abi.encodeWithSelector(bytes4(0x3ff9dcb1), 0, 1)));
        _runReverts(_calls(PERMIT2, 0, data), abi.encodeWithSelector(ICageErrors.CagePaused.selector));
    }

    function test_I31_transfer() public {
        _run(_calls(address(usdc), 0, abi.encodeCall(IERC20.transfer, (payee, 1_000e6))));
        assertEq(usdc.balanceOf(payee), 1_000e6);
        assertEq(cage.windowSpentUsdc(), 1_000e6);
        assertEq(cage.lastRebalanceAt(), 0);
        _runReverts(
            _calls(address(usdc), 0, abi.encodeCall(IERC20.transfer, (thief, 1))),
            abi.encodeWithSelector(ICageErrors.RecipientNotAllowed.selector, thief)
        );
        // What may be called may not be paid.
        _runReverts(
            _calls(address(usdc), 0, abi.encodeCall(IERC20.transfer, (address(exchange), 1))),
            abi.encodeWithSelector(ICageErrors.RecipientNotAllowed.selector, exchange)
        );
    }

    function test_I31_nativeTransfer() public {
        _run(_buyWeth(10_000e6));
        _run(_calls(address(weth), 0, abi.encodeWithSignature("withdraw(uint256)", 2 ether)));
        assertEq(address(cage).balance, 2 ether);
        assertEq(cage.positionValueUsdc(address(weth)), 10_000e6);
        _run(_calls(payee, 1 ether, ""));
        assertEq(payee.balance, 1 ether);
        assertEq(cage.windowSpentUsdc(), 14_000e6 + 2_000e6 - 4_000e6);
        _runReverts(
            _calls(thief, 1, ""), abi.encodeWithSelector(ICageErrors.RecipientNotAllowed.selector, thief)
        );
        // Nor is a stranger called with nothing.
        _runReverts(
            _calls(thief, 0, ""), abi.encodeWithSelector(ICageErrors.RecipientNotAllowed.selector, thief)
        );
    }

    function test_I31_innerCallsAreCheckedAtAnyDepth() public {
        bytes[] memory inner = new bytes[](1);
        inner[0] = abi.encodeCall(MockExchange.poke, (address(usdc), abi.encodeCall(IERC20.totalSupply, ())));
        bytes memory data = abi.encodeCall(MockExchange.multicall, (inner));
        _run(_calls(address(exchange), 0, data));
        inner[0] = hex"deadbeef";
        data = abi.encodeCall(MockExchange.multicall, (inner));
        _runReverts(
            _calls(address(exchange), 0, data),
            abi.encodeWithSelector(ICageErrors.TargetNotAllowed.selector, exchange, bytes4(0xdeadbeef))
        );
        inner[0] = data;
        _runReverts(
            _calls(address(exchange), 0, abi.encodeCall(MockExchange.multicall, (inner))),
            abi.encodeWithSelector(ICageErrors.TargetNotAllowed.selector, exchange, bytes4(0xdeadbeef))
        );
    }

    /// @notice Every kind of bundle is looked into.
    function test_I31_innerCallsAreCheckedInEveryBundle() public {
        bytes[] memory inner = new bytes[](1);
        inner[0] = hex"deadbeef";
        bytes4[2] memory kinds = [CallData.MULTICALL_DEADLINE, CallData.MULTICALL_BLOCKHASH];
        for (uint256 i; i < 2; ++i) {
            _allow(address(exchange), kinds[i]);
            _runReverts(
                _calls(address(exchange), 0, abi.encodeWithSelector(kinds[i], type(uint256).max, inner)),
                abi.encodeWithSelector(ICageErrors.TargetNotAllowed.selector, exchange, bytes4(0xdeadbeef))
            );
        }
    }

    function test_I31_aCheckerIsToldTheValue() public {
        bytes memory data = abi.encodeCall(MockExchange.poke, (address(usdc), ""));
        vm.mockCallRevert(
            address(venueChecker),
            abi.encodeCall(venueChecker.check, (address(cage), 1, data)),
            bytes("refused")
        );
        _runReverts(_calls(address(venue), 1, data), bytes("refused"));
    }

    /// @notice What a target's checker and its reader have to say holds for a call without data as well.
    function test_I31_aCallWithoutDataIsAskedAbout() public {
        _run(_buyWeth(10_000e6));
        _run(_calls(address(weth), 0, abi.encodeWithSignature("withdraw(uint256)", 1 ether)));
        for (uint256 value; value < 2; ++value) {
            IPolicyCage.Call[] memory plain = _calls(address(venue), value, "");
            uint256 snapshot = vm.snapshotState();
            _run(plain);
            vm.revertToState(snapshot);
            vm.mockCallRevert(
                address(venueChecker),
                abi.encodeCall(venueChecker.check, (address(cage), value, "")),
                bytes("refused")
            );
            _runReverts(plain, bytes("refused"));
            vm.clearMockedCalls();
            vm.etch(address(venueReader), hex"fe");
            _runReverts(
                plain, abi.encodeWithSelector(ICageErrors.PositionUnreadable.selector, venueReader, 0)
            );
            vm.revertToState(snapshot);
        }
    }

    /// @notice A bundle takes authority away only where all that it does does.
    function test_I27_aBundleRevokesNoMoreThanItsCalls() public {
        _allow(address(venue), MockExchange.multicall.selector, address(venueChecker), address(venueReader));
        bytes[] memory inner = new bytes[](1);
        inner[0] = abi.encodeCall(MockExchange.poke, (address(usdc), abi.encodeCall(IERC20.totalSupply, ())));
        bytes memory data = abi.encodeCall(MockExchange.multicall, (inner));
        Pledge[] memory none = new Pledge[](0);
        vm.mockCall(
            address(venueChecker),
            abi.encodeCall(venueChecker.check, (address(cage), 0, data)),
            abi.encode(true, none)
        );
        vm.prank(guardian);
        cage.pause();
        _runReverts(_calls(address(venue), 0, data), abi.encodeWithSelector(ICageErrors.CagePaused.selector));
        vm.mockCall(
            address(venueChecker),
            abi.encodeCall(venueChecker.check, (address(cage), 0, inner[0])),
            abi.encode(true, none)
        );
        _run(_calls(address(venue), 0, data));
    }

    /// @notice An allowance of what is no asset is taken away in a pause as well, and none is given.
    function test_I27_I34_anAllowanceOfAnythingIsTakenAwayInAPause() public {
        MockToken other = new MockToken("OTHER", 18);
        _allow(address(other), IERC20.approve.selector);
        vm.prank(guardian);
        cage.pause();
        _runReverts(
            _calls(address(other), 0, abi.encodeCall(IERC20.approve, (address(exchange), 1))),
            abi.encodeWithSelector(ICageErrors.CagePaused.selector)
        );
        assertTrue(_passes(operator, _calls(address(other), 0, abi.encodeCall(IERC20.approve, (thief, 0)))));
    }

    /// @notice Where a reader is not trusted any more, authority is taken away all the same, and the owner may do what it may.
    function test_I34_whatCannotBeReadKeepsNoAuthority() public {
        bytes memory data =
            abi.encodeCall(MockExchange.poke, (address(usdc), abi.encodeCall(IERC20.totalSupply, ())));
        vm.etch(address(venueReader), hex"fe");
        _runReverts(
            _calls(address(venue), 0, data),
            abi.encodeWithSelector(ICageErrors.PositionUnreadable.selector, venueReader, 0)
        );
        assertTrue(_passes(owner, _calls(address(venue), 0, data)));
        vm.mockCall(
            address(venueChecker),
            abi.encodeCall(venueChecker.check, (address(cage), 0, data)),
            abi.encode(true, new Pledge[](0))
        );
        assertTrue(_passes(operator, _calls(address(venue), 0, data)));
    }

    function _passes(address by, IPolicyCage.Call[] memory calls) private returns (bool ok) {
        bytes memory data = abi.encodeCall(cage.execute, (calls, block.timestamp, _permit(), ""));
        vm.prank(by);
        (ok,) = address(cage).call(data);
    }

    function test_error_callFailed() public {
        bytes memory inner = abi.encodeCall(MockToken.burn, (address(exchange), 1));
        IPolicyCage.Call[] memory calls =
            _calls(address(exchange), 0, abi.encodeCall(MockExchange.poke, (address(usdc), inner)));
        bytes memory reason =
            abi.encodeWithSignature("ERC20InsufficientBalance(address,uint256,uint256)", exchange, 0, 1);
        _runReverts(calls, abi.encodeWithSelector(ICageErrors.CallFailed.selector, 0, reason));
    }

    function test_I31_reentry() public {
        bytes memory again =
            abi.encodeCall(cage.execute, (new IPolicyCage.Call[](0), block.timestamp, "q", ""));
        vm.prank(owner);
        cage.setOperator(address(0));
        _loosen(abi.encodeCall(cage.setOperator, (address(exchange))));
        IPolicyCage.Call[] memory calls =
            _calls(address(exchange), 0, abi.encodeCall(MockExchange.poke, (address(cage), again)));
        vm.expectRevert(
            abi.encodeWithSelector(
                ICageErrors.CallFailed.selector, 0, abi.encodeWithSignature("ReentrancyGuardReentrantCall()")
            )
        );
        vm.prank(address(exchange));
        cage.execute(calls, block.timestamp, "p", "");
    }

    function test_error_strangersSendNoNative() public {
        vm.deal(thief, 1 ether);
        vm.prank(thief);
        (bool ok,) = address(cage).call{value: 1 ether}("");
        assertFalse(ok);
    }

    function _denied(address target, bytes memory data) private {
        bytes4 selector = data.length == 0 ? bytes4(0) : bytes4(data);
        _runReverts(
            _calls(target, 0, data),
            abi.encodeWithSelector(ICageErrors.TargetNotAllowed.selector, target, selector)
        );
    }
}
