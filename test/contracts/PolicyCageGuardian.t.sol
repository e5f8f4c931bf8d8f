// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {CageFixture} from "./CageFixture.sol";
import {IPolicyCage} from "../../tools/contracts/IPolicyCage.sol";
import {ICageErrors} from "../../tools/contracts/interfaces/ICageErrors.sol";
import {MockExchange} from "./mocks/Mocks.sol";

/// @notice Above the hot lane, singly or in the window, nothing leaves without the guardian's signature.
contract PolicyCageGuardianTest is CageFixture {
    uint256 private constant LANE = 5_000e6;

    function _config() internal view override returns (IPolicyCage.CageConfig memory c) {
        c = super._config();
        c.hotLaneUsdc = LANE;
        c.minRebalanceIntervalSeconds = 0;
    }

    /// @notice I58: the lane itself is open, a base unit more is not.
    function test_I58_theLaneIsTheLimit() public {
        _refuses(_pay(LANE + 1), LANE + 1);
        _run(_pay(LANE));
        assertEq(cage.windowUnguardedUsdc(), LANE);
        _runSigned(_pay(LANE));
        assertEq(usdc.balanceOf(payee), 2 * LANE);
    }

    /// @notice I58: many small payments are one large one, in every window of 24 hours; the boundary is exact.
    function test_I58_manySmallOnesAddUp() public {
        for (uint256 i; i < 5; ++i) {
            _run(_pay(1_000e6));
            _pass(1 hours);
        }
        _refuses(_pay(1), LANE + 1);
        _pass(19 hours - 1);
        _refuses(_pay(1), LANE + 1);
        _pass(1);
        _refuses(_pay(1_000e6 + 1), LANE + 1);
        _run(_pay(1_000e6));
        assertEq(cage.windowUnguardedUsdc(), LANE);
        _refuses(_pay(1), LANE + 1);
    }

    /// @notice What left in one hour counts until the last of it is 24 hours old, and the next day knows it no more.
    function test_I58_anHourLapsesWithItsLast() public {
        _run(_pay(1_000e6));
        _pass(30 minutes);
        _run(_pay(4_000e6));
        _pass(1 days - 30 minutes);
        _refuses(_pay(1), LANE + 1);
        _pass(30 minutes - 1);
        _refuses(_pay(1), LANE + 1);
        _pass(1);
        assertEq(cage.windowUnguardedUsdc(), 0);
        _run(_pay(LANE));
        _pass(1 days);
        _run(_buyWeth(1e6)); // the same bucket of hours again, a day later
        assertEq(cage.windowUnguardedUsdc(), 1e6);
    }

    /// @notice The kept bound of an hour never refuses what the window still has room for.
    function test_I58_theBoundIsNoLimit() public {
        _run(_buyWeth(3_000e6));
        _pass(1 days - 10 minutes);
        _run(_buyWeth(2_000e6)); // keeps 5 000 as the bound of this hour
        _pass(10 minutes);
        _run(_buyWeth(3_000e6));
        assertEq(cage.windowUnguardedUsdc(), LANE);
    }

    /// @notice Without an end, nothing is too much, and what left is known up to the range of the books.
    function test_I58_anEndlessLane() public {
        _loosen(abi.encodeCall(cage.setHotLane, (type(uint256).max)));
        assertEq(cage.policy().hotLaneUsdc, type(uint256).max);
        usdc.mint(address(cage), 2 ** 101);
        vm.prank(owner);
        cage.absorb(address(usdc));
        _loosen(abi.encodeCall(cage.setWindowSpendCap, (type(uint256).max)));
        for (uint256 i; i < 2; ++i) {
            _run(_calls(address(usdc), 0, abi.encodeCall(usdc.transfer, (payee, 2 ** 96))));
            assertEq(cage.windowUnguardedUsdc(), type(uint96).max);
        }
        vm.prank(owner);
        cage.setHotLane(LANE);
        _runReverts(
            _pay(1),
            abi.encodeWithSelector(ICageErrors.GuardianRequired.selector, uint256(type(uint96).max) + 1, LANE)
        );
    }

    /// @notice However the operator's key is used, a window holds no more than the lane (256 runs of 12 purchases).
    function testFuzz_I58_everyWindow(uint256[12] memory amounts, uint256[12] memory gaps) public {
        uint256[12] memory when;
        uint256[12] memory paid;
        for (uint256 i; i < 12; ++i) {
            _pass(bound(gaps[i], 0, 8 hours));
            uint256 amount = bound(amounts[i], 1, LANE);
            bytes32 permitId = _permit();
            vm.prank(operator);
            try cage.execute(_buyWeth(amount), block.timestamp, permitId, "") {
                (when[i], paid[i]) = (block.timestamp, amount);
            } catch {}
            uint256 total;
            for (uint256 j; j <= i; ++j) {
                if (when[j] + 1 days > block.timestamp) total += paid[j];
            }
            assertLe(total, LANE);
        }
    }

    /// @notice What the guardian signed leaves the lane as it is.
    function test_I58_guardedSpendUsesNoLane() public {
        _runSigned(_buyWeth(9_000e6));
        assertEq(cage.windowUnguardedUsdc(), 0);
        _run(_pay(LANE));
        assertEq(cage.windowSpentUsdc(), 14_000e6);
        assertEq(cage.windowUnguardedUsdc(), LANE);
    }

    /// @notice Nothing that comes in opens the lane again.
    function test_I58_receiptsAreNotNetted() public {
        _run(_buyWeth(3_000e6));
        _refuses(_sellWeth(1.5e18, 2_000), 6_000e6);
        _run(_sellWeth(1e18, 2_000));
        assertEq(cage.windowUnguardedUsdc(), LANE);
    }

    /// @notice Bundling hides nothing: what comes back in a later call was gone all the same.
    function test_I58_bundlesAreNotNetted() public {
        IPolicyCage.Call[] memory out = _buyWeth(3_000e6);
        IPolicyCage.Call[] memory back = _sellWeth(1.5e18, 2_000);
        IPolicyCage.Call[] memory calls = new IPolicyCage.Call[](4);
        (calls[0], calls[1], calls[2], calls[3]) = (out[0], out[1], back[0], back[1]);
        _refuses(calls, 6_000e6);
        _runSigned(calls);
    }

    /// @notice Ways out are held to it as well, in a breach and in a pause too; with the signature they pass.
    function test_I34_waysOutWithTheSignature() public {
        _runSigned(_buyWeth(20_000e6));
        vm.prank(guardian);
        cage.pause();
        _refuses(_sellWeth(3e18, 2_000), 6_000e6);
        _runSigned(_sellWeth(3e18, 2_000));
        _run(_sellWeth(2.5e18, 2_000));
    }

    /// @notice What takes nothing out needs nobody, however large it is.
    function test_I34_whatTakesNothingOutNeedsNobody() public {
        weth.mint(address(exchange), 100e18);
        _runSigned(_swap(usdc, 20_000e6, weth, 10e18));
        _run(_calls(address(weth), 0, abi.encodeCall(weth.withdraw, (10e18))));
        _run(_calls(address(usdc), 0, abi.encodeCall(IERC20.approve, (address(exchange), 90_000e6))));
        _run(new IPolicyCage.Call[](0));
        assertEq(cage.windowUnguardedUsdc(), 0);
    }

    /// @notice Without a lane every base unit is the guardian's business.
    function test_I58_noLane() public {
        vm.prank(owner);
        cage.setHotLane(0);
        _runReverts(_pay(1), abi.encodeWithSelector(ICageErrors.GuardianRequired.selector, 1, 0));
        _runSigned(_pay(1));
    }

    /// @notice Without a guardian nobody can sign, so that nothing above the lane passes.
    function test_I58_noGuardian() public {
        _loosen(abi.encodeCall(cage.setGuardian, (address(0))));
        _refuses(_pay(LANE + 1), LANE + 1);
        bytes[3] memory signatures = [
            new bytes(65), abi.encodePacked(bytes32(0), bytes32(0), uint8(27)), _signed(_pay(LANE + 1), "x")
        ];
        for (uint256 i; i < 3; ++i) {
            _refusesSignature(_pay(LANE + 1), block.timestamp, "x", signatures[i]);
        }
        _run(_pay(LANE));
    }

    /// @notice The next guardian starts with the lane as it is.
    function test_I58_theLaneOutlivesTheGuardian() public {
        vm.prank(owner);
        cage.queue(abi.encodeCall(cage.setGuardian, (thief)));
        _pass(DELAY - 1 hours);
        _run(_pay(LANE));
        _pass(1 hours);
        vm.prank(owner);
        cage.setGuardian(thief);
        _refuses(_pay(1), LANE + 1);
        // The old one signs nothing any more.
        _refusesSignature(_pay(1), block.timestamp, "old", _signed(_pay(1), "old"));
    }

    /// @notice Whatever is not the guardian's signature over exactly this is none, within the lane too.
    function test_I58_onlyTheseBytes() public {
        IPolicyCage.Call[] memory calls = _pay(6_000e6);
        bytes memory good = _signed(calls, "x");
        uint256 deadline = block.timestamp;

        _refusesSignature(_pay(6_001e6), deadline, "x", good); // other calls
        _refusesSignature(_pay(1e6), deadline, "x", good);
        _refusesSignature(calls, deadline + 1, "x", good); // another deadline
        _refusesSignature(calls, deadline, "y", good); // another permit
        _refusesSignature(new IPolicyCage.Call[](0), deadline, "x", good);
        bytes32 hash = cage.hashAction(calls, deadline, "x");
        _refusesSignature(calls, deadline, "x", _signAs(uint256(keccak256("operator")), hash)); // another key
        _refusesSignature(calls, deadline, "x", _malleable(good));
        _refusesSignature(calls, deadline, "x", bytes.concat(good, hex"00"));
        _refusesSignature(calls, deadline, "x", hex"00");
        _refusesSignature(calls, deadline, "x", _short(good));
        bytes memory personal =
            _signAs(guardianKey, keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", hash)));
        _refusesSignature(calls, deadline, "x", personal);

        vm.prank(operator);
        cage.execute(calls, deadline, "x", good);
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.PermitAlreadyUsed.selector, bytes32("x")));
        vm.prank(operator);
        cage.execute(calls, deadline, "x", good);
    }

    /// @notice A signature for one cage or chain is none for another.
    function test_I58_onlyThisCageAndChain() public {
        IPolicyCage.Call[] memory calls = _pay(6_000e6);
        bytes memory good = _signed(calls, "x");
        IPolicyCage first = cage;
        cage = IPolicyCage(deployCode("PolicyCage.sol:PolicyCage", abi.encode(_config())));
        vm.startPrank(owner);
        usdc.approve(address(cage), type(uint256).max);
        cage.deposit(address(usdc), 100_000e6);
        vm.stopPrank();
        _refusesSignature(calls, block.timestamp, "x", good);
        cage = first;
        vm.chainId(1);
        _refusesSignature(calls, block.timestamp, "x", good);
        vm.chainId(31_337);
        vm.prank(operator);
        cage.execute(calls, block.timestamp, "x", good);
    }

    /// @notice The hash is that of EIP-712, spelt out.
    function test_hashAction() public view {
        IPolicyCage.Call[] memory calls = _pay(1e6);
        bytes32 call = keccak256(
            abi.encode(
                keccak256("Call(address target,uint256 value,bytes data)"),
                calls[0].target,
                calls[0].value,
                keccak256(calls[0].data)
            )
        );
        bytes32 action = keccak256(
            abi.encode(
                keccak256(
                    "Action(Call[] calls,uint256 deadline,bytes32 permitId)Call(address target,uint256 value,bytes data)"
                ),
                keccak256(abi.encodePacked(call)),
                uint256(7),
                bytes32("x")
            )
        );
        bytes32 domain = keccak256(
            abi.encode(
                keccak256(
                    "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
                ),
                keccak256("Assay PolicyCage"),
                keccak256("1"),
                block.chainid,
                address(cage)
            )
        );
        assertEq(cage.hashAction(calls, 7, "x"), keccak256(abi.encodePacked(hex"1901", domain, action)));
    }

    /// @notice The guardian's word opens the lane and nothing else: lists, caps and losses stand.
    function test_I30_theSignatureOpensNothingElse() public {
        IPolicyCage.Call[] memory calls = _swap(usdc, 10_000e6, weth, 4e18);
        bytes memory signature = _signed(calls, "x");
        vm.expectRevert(
            abi.encodeWithSelector(ICageErrors.ValueLossExceeded.selector, 2_000e6, 100e6 + 10_000)
        );
        vm.prank(operator);
        cage.execute(calls, block.timestamp, "x", signature);
        calls = _pay(1e6);
        signature = _signed(calls, "x");
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.Unauthorized.selector, guardian));
        vm.prank(guardian);
        cage.execute(calls, block.timestamp, "x", signature);
    }

    /// @notice A look from within an action is none.
    function test_I31_noLookWithinAnAction() public {
        bytes memory look = abi.encodeCall(MockExchange.poke, (address(cage), abi.encodeCall(cage.poke, ())));
        exchange.poke(address(cage), abi.encodeCall(cage.poke, ()));
        _runReverts(
            _calls(address(exchange), 0, look),
            abi.encodeWithSelector(
                ICageErrors.CallFailed.selector,
                0,
                abi.encodeWithSelector(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector)
            )
        );
    }

    function _pay(uint256 amount) private view returns (IPolicyCage.Call[] memory) {
        return _calls(address(usdc), 0, abi.encodeCall(usdc.transfer, (payee, amount)));
    }

    function _refuses(IPolicyCage.Call[] memory calls, uint256 unguarded) private {
        _runReverts(calls, abi.encodeWithSelector(ICageErrors.GuardianRequired.selector, unguarded, LANE));
    }

    function _refusesSignature(
        IPolicyCage.Call[] memory calls,
        uint256 deadline,
        bytes32 permitId,
        bytes memory signature
    ) private {
        vm.expectRevert(abi.encodeWithSelector(ICageErrors.GuardianSignatureInvalid.selector));
        vm.prank(operator);
        cage.execute(calls, deadline, permitId, signature);
    }

    function _signed(IPolicyCage.Call[] memory calls, bytes32 permitId) private view returns (bytes memory) {
        return _sign(calls, permitId);
    }

    /// @dev The other signature of the same key over the same hash.
    function _malleable(bytes memory signature) private pure returns (bytes memory) {
        (bytes32 r, uint256 s, uint8 v) = _split(signature);
        uint256 order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;
        return abi.encodePacked(r, order - s, v == 27 ? uint8(28) : uint8(27));
    }

    /// @dev EIP-2098: the same in 64 bytes.
    function _short(bytes memory signature) private pure returns (bytes memory) {
        (bytes32 r, uint256 s, uint8 v) = _split(signature);
        return abi.encodePacked(r, s | (uint256(v - 27) << 255));
    }

    function _split(bytes memory signature) private pure returns (bytes32 r, uint256 s, uint8 v) {
        assembly ("memory-safe") {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
            v := byte(0, mload(add(signature, 96)))
        }
    }
}
